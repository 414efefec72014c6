import type { RequirementResult } from '../../../engine/model/result.ts'
import type { Evidence } from '../../../engine/model/tenant-reading.ts'
import { type Cell, toCsv } from '../../../shared/files/csv.ts'
import { decisionText } from '../content/exceptions.ts'
import type { ReportInput } from '../content/input.ts'
import { groupNames } from '../content/requirements.ts'
import { VERDICT_WORDS } from '../content/rules.ts'

const BETWEEN = '; '

/** The columns, with their names in the header line. */
const COLUMNS: Readonly<
  Record<string, (row: RequirementResult, about: { nameOf: (id: string) => string; target: number }) => Cell>
> = {
  id: (row) => row.id,
  group: (row) => row.group,
  groupName: (row, { nameOf }) => nameOf(row.group),
  category: (row) => row.category,
  statement: (row) => row.statement,
  levels: (row) => row.levels.join(BETWEEN),
  askedAtTarget: (row, { target }) => (row.levels.includes(target) ? 'yes' : 'no'),
  verdict: (row) => row.verdict,
  verdictText: (row) => VERDICT_WORDS[row.verdict],
  severity: (row) => row.severity,
  accepted: (row) => (row.accepted ? 'yes' : ''),
  exceptions: (row) => row.exceptions?.map(decisionText).join(BETWEEN),
  contradiction: (row) => row.contradiction,
  level: (row) => row.level,
  levelAtBest: (row) => row.levelAtBest,
  coverageN: (row) => row.coverage?.n,
  coverageOf: (row) => row.coverage?.of,
  observed: (row) => row.observed,
  expected: (row) => row.expected,
  remedy: (row) => row.remedy,
  affectedTotal: (row) => row.affected?.total,
  affected: (row) => row.affected?.items.join(BETWEEN),
  limitations: (row) => row.limitations.join(' '),
  evidence: (row) => row.evidence.map(evidenceText).join(BETWEEN),
  basis: (row) => row.basis,
  evidenceQuality: (row) => row.quality,
  hint: (row) => row.hint,
}

/** The rows of a result as CSV: a header line, then one line for each requirement in each group. */
export function renderCsv({ result }: ReportInput): string {
  const about = { nameOf: groupNames(result), target: result.target }
  const columns = Object.values(COLUMNS)
  const rows = result.requirements.map((row) => columns.map((read) => read(row, about)))
  return toCsv([Object.keys(COLUMNS), ...rows])
}

function evidenceText({ dataset, pointer, collectedAt }: Evidence): string {
  return `${dataset}${pointer === '' ? '' : ` at ${pointer}`}, ${collectedAt}`
}
