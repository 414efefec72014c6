import { readCsv } from './read-csv.ts'

/** The columns of a file, in the order of the sample. */
export const COLUMNS = ['company', 'name', 'email', 'plan', 'currency', 'interval'] as const
export type ColumnName = (typeof COLUMNS)[number]

export const SAMPLE = `company,name,email,plan,currency,interval
Contour Cloud Services,Ines Contour,admin@contour.example,professional,EUR,quarterly
Heron IT,Hal Heron,hal@heron.example,starter,GBP,annual`

/** Beyond it a file is refused, so that the page stays quick. */
const MAX_ROWS = 1_000

/** A line of the file. */
export interface ImportRow {
  /** Its number in the file, from 1; it stays when the line is corrected. */
  line: number
  values: Readonly<Record<ColumnName, string>>
  state:
    | { kind: 'checking' }
    | { kind: 'ready' }
    /** The company or address belongs to a partner already. */
    | { kind: 'known'; company: string }
    | { kind: 'wrong'; message: string; field?: string | undefined }
    | { kind: 'created'; id: string }
}

/** The lines of a file, not yet checked; or why it cannot be read, in a sentence. */
export function readRows(text: string): ImportRow[] | string {
  const [head = [], ...lines] = readCsv(text)
  const names = head.map((name) => name.toLowerCase())
  const missing = COLUMNS.filter((name) => name !== 'interval' && !names.includes(name))
  if (missing.length > 0) {
    return `The first line must contain the column names. ${missing.length === COLUMNS.length - 1 ? 'None of them was found' : `Missing: ${missing.join(', ')}`}.`
  }
  if (lines.length === 0) return 'The file has no lines below its first one.'
  if (lines.length > MAX_ROWS) return `A file has at most ${MAX_ROWS} partners; this one has ${lines.length}.`
  return lines.map((cells, index) => ({
    line: index + 2,
    values: toValues((name) => cells[names.indexOf(name)] ?? ''),
    state: { kind: 'checking' },
  }))
}

/** Plans and intervals may be written in any case, currencies as well. */
const toValues = (cellOf: (name: ColumnName) => string): ImportRow['values'] => ({
  company: cellOf('company'),
  name: cellOf('name'),
  email: cellOf('email'),
  plan: cellOf('plan').toLowerCase(),
  currency: cellOf('currency').toUpperCase(),
  interval: cellOf('interval').toLowerCase(),
})

/** The row as the API takes it. */
export const toPartner = ({ values: { company, name, email, plan, currency, interval } }: ImportRow) => ({
  company,
  name,
  email,
  plan,
  billing: { currency, ...(interval !== '' && { interval }) },
})

/** A row that may be sent. */
export const isSendable = ({ state }: ImportRow): boolean => state.kind === 'ready' || state.kind === 'known'

/** In parts of at most `size`. */
export const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))

/** What the server found wrong with some of the rows that were sent, by their place among those. */
export interface Found {
  index: number
  message: string
  field?: string | undefined
}

/** The rows with a new state for those that were sent: wrong, or what `otherwise` says. */
export function withAnswers(
  rows: readonly ImportRow[],
  sent: readonly ImportRow[],
  errors: readonly Found[],
  otherwise: (index: number) => ImportRow['state'],
): ImportRow[] {
  const states = new Map(
    sent.map(({ line }, index): [number, ImportRow['state']] => {
      const error = errors.find((each) => each.index === index)
      return [line, error ? { kind: 'wrong', message: error.message, field: error.field } : otherwise(index)]
    }),
  )
  return rows.map((row) => ({ ...row, state: states.get(row.line) ?? row.state }))
}

/** The ids of the partners that were created, by the places of their rows: the answer lists them in the order of the call. */
export function idsOfCreated(
  sent: readonly ImportRow[],
  errors: readonly Found[],
  created: readonly { id: string }[],
): ReadonlyMap<number, string> {
  const wrong = new Set(errors.map(({ index }) => index))
  const ids = created.map(({ id }) => id).values()
  return new Map([...sent.keys()].filter((index) => !wrong.has(index)).map((index) => [index, ids.next().value ?? '']))
}
