import { stringify } from 'csv-stringify/sync'
import type { RequirementResult } from '../../../engine/model/result.ts'
import type { Evidence } from '../../../engine/model/tenant-reading.ts'
import { decisionText } from '../content/exceptions.ts'
import type { ReportInput } from '../content/input.ts'
import { groupNames } from '../content/requirements.ts'
import { VERDICT_WORDS } from '../content/rules.ts'

type Cell = string | number | undefined

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

/**
 * The rows of a result as CSV (RFC 4180): a header line, then one line for each requirement in each group. Starts with a byte
 * order mark, without which Excel does not recognize UTF-8. An apostrophe before texts that look like a formula keeps
 * spreadsheets from running them, even if they separate by semicolon or tab and ignore the quotes.
 */
export function renderCsv({ result }: ReportInput): string {
  const about = { nameOf: groupNames(result), target: result.target }
  const columns = Object.values(COLUMNS)
  const rows = result.requirements.map((row) => columns.map((read) => read(row, about)))
  return stringify([Object.keys(COLUMNS), ...rows], {
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: neutralizeFormulas },
  })
}

/**
 * Matches where a spreadsheet would see a formula: at the beginning or after a comma, semicolon, tab or line break, possibly
 * after spaces and quotes. Includes full-width characters, and a tab or carriage return at the very beginning.
 */
const FORMULA = /(^|[,;\t\r\n])([[\s"]--[\t\r\n]]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=\s*[\t\r])/gv

const neutralizeFormulas = (text: string): string =>
  text.replace(FORMULA, (_, separator = '', space = '') => `${separator}${space}'`)

function evidenceText({ dataset, pointer, collectedAt }: Evidence): string {
  return `${dataset}${pointer === '' ? '' : ` at ${pointer}`}, ${collectedAt}`
}
