import type { Evidence, RequirementResult } from '../../../engine/model.ts'
import type { ReportInput } from '../input.ts'
import { VERDICT_WORDS } from '../rules.ts'
import { decisionText, groupNames } from '../words.ts'

type Cell = string | number | undefined

const BETWEEN = '; '

/** The columns, by their names in the first line. */
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
}

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/**
 * The rows of a result as RFC 4180 writes them, one line for each requirement in each group, under a line of names. A
 * byte order mark stands first, without which Excel takes UTF-8 for something else.
 */
export function renderCsv({ result }: ReportInput): string {
  const about = { nameOf: groupNames(result), target: result.target }
  const columns = Object.values(COLUMNS)
  const lines = result.requirements.map((row) => columns.map((read) => writeCell(read(row, about))).join(','))
  return `${BYTE_ORDER_MARK}${[Object.keys(COLUMNS).join(','), ...lines].join(LINE_END)}${LINE_END}`
}

/** What a spreadsheet would take for a formula; their full-width twins it takes for the same. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

function writeCell(cell: Cell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function evidenceText({ dataset, pointer, collectedAt }: Evidence): string {
  return `${dataset}${pointer === '' ? '' : ` at ${pointer}`}, ${collectedAt}`
}
