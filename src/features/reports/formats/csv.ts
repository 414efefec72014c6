import { stringify } from 'csv-stringify/sync'
import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import type { ReportInput } from '../content/input.ts'
import { actionTable, findingTable, requirementTable, type Table } from './tables.ts'

/**
 * A report as CSV (RFC 4180): a header line, then one line for each requirement in each group; in the technical edition only
 * for those that fall short, with what to do; in the owner's edition one for each action. Starts with a byte
 * order mark, without which Excel does not recognize UTF-8. An apostrophe before texts that look like a formula keeps
 * spreadsheets from running them, even if they separate by semicolon or tab and ignore the quotes.
 */
export function renderCsv(input: ReportInput): string {
  const { names, rows } = tableOf(input)
  return stringify([names, ...rows], {
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: neutralizeFormulas },
  })
}

function tableOf(input: ReportInput): Table {
  const { result, edition } = input
  if (edition === 'owner') return actionTable(input)
  if (edition === 'technical')
    return findingTable(
      input,
      result.requirements.filter(({ verdict }) => hasFailed(verdict)),
    )
  if (edition === 'full') return findingTable(input, result.requirements)
  return requirementTable(input, result.requirements)
}

/**
 * Matches where a spreadsheet would see a formula: at the beginning or after a comma, semicolon, tab or line break, possibly
 * after spaces and quotes. Includes full-width characters, and a tab or carriage return at the very beginning.
 */
const FORMULA = /(^|[,;\t\r\n])([[\s"]--[\t\r\n]]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=\s*[\t\r])/gv

const neutralizeFormulas = (text: string): string =>
  text.replace(FORMULA, (_, separator = '', space = '') => `${separator}${space}'`)
