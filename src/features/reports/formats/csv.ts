import { stringify } from 'csv-stringify/sync'
import type { RequirementResult } from '../../../engine/model/result.ts'
import type { Evidence } from '../../../engine/model/tenant-reading.ts'
import { decisionText } from '../content/exceptions.ts'
import type { ReportInput } from '../content/input.ts'
import { groupNames } from '../content/requirements.ts'
import { VERDICT_WORDS } from '../content/rules.ts'

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

/**
 * The rows of a result as RFC 4180 writes them, one line for each requirement in each group, under a line of names. A
 * byte order mark stands first, without which Excel takes UTF-8 for something else. No text can become a formula, also
 * where a spreadsheet separates by semicolon or tab and ignores the quotes: an apostrophe stands before it.
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
 * Where a spreadsheet would begin a cell, and what it would calculate there: at the beginning, after a comma, semicolon,
 * tab or line break, behind any spaces and quotes. Full-width characters count as well, and so do a tab and a carriage
 * return at the very beginning.
 */
const FORMULA = /(^|[,;\t\r\n])([[\s"]--[\t\r\n]]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=\s*[\t\r])/gv

const neutralizeFormulas = (text: string): string =>
  text.replace(FORMULA, (_, separator = '', space = '') => `${separator}${space}'`)

function evidenceText({ dataset, pointer, collectedAt }: Evidence): string {
  return `${dataset}${pointer === '' ? '' : ` at ${pointer}`}, ${collectedAt}`
}
