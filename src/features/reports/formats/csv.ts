import { toCsv } from '../../../shared/files/csv.ts'
import type { ReportInput } from '../content/input.ts'
import { actionTable, findingTable, requirementTable, type Table } from './tables.ts'
import { technicalRows } from './technical-rows.ts'

/**
 * A report as CSV: a header line, then one line for each requirement in each group; in the technical edition only for those
 * that fall short or are unknown, with what to do; in the owner's edition one for each action.
 */
export function renderCsv(input: ReportInput): string {
  const { names, rows } = tableOf(input)
  return toCsv([names, ...rows])
}

function tableOf(input: ReportInput): Table {
  const { result, edition } = input
  if (edition === 'owner') return actionTable(input)
  if (edition === 'technical') return findingTable(input, technicalRows(result))
  if (edition === 'full') return findingTable(input, result.requirements)
  return requirementTable(input, result.requirements)
}
