import type { ImportPreview } from '../../../src/features/customers/imports/schema.ts'
import { type Columns, FIELDS, type Field, toValues, type Values } from './columns.ts'
import type { TableRow } from './read-csv.ts'

/** A row of the file on its way to a customer. */
export interface Line {
  /** Its number in the file. */
  number: number
  values: Values
  /** It had an error: it stays in the list of corrections until it is created. */
  isOpen: boolean
  outcome?: 'created' | 'left out'
  /** Why the server refused it when it was to be created. */
  refusal?: string
  /** What the last preview found. */
  problems: readonly LineProblem[]
  /** The values that it saw. */
  checked?: Values
}

export interface LineProblem {
  /** Undefined if it concerns the whole row. */
  field: Field | undefined
  words: string
  /** The customer that has the tenant already. */
  customerId?: string
}

/** `known` is a customer already; `checking` waits for the server. */
export type LineState = 'created' | 'left out' | 'checking' | 'known' | 'faulty' | 'ready'

export const toLines = (rows: readonly TableRow[], columns: Columns): Line[] =>
  rows.map((row) => ({ number: row.number, values: toValues(row, columns), isOpen: false, problems: [] }))

export function stateOf({ outcome, problems, refusal, values, checked, isOpen }: Line): LineState {
  if (outcome !== undefined) return outcome
  if (refusal !== undefined) return 'faulty'
  if (checked !== values) return 'checking'
  if (problems.length === 0) return 'ready'
  // A row that had an error, such as the tenant of another row, still needs its own tenant.
  return !isOpen && problems.every(({ customerId }) => customerId !== undefined) ? 'known' : 'faulty'
}

/** The values of the lines that are still to be created, by their places. */
export const toCheck = (lines: readonly Line[]): ReadonlyMap<number, Values> =>
  new Map(lines.flatMap(({ outcome, values }, place) => (outcome === undefined ? [[place, values] as const] : [])))

/** Lines with what a preview of these values found. Those that have changed meanwhile stay as they are. */
export function withPreview(
  lines: readonly Line[],
  sent: ReadonlyMap<number, Values>,
  { problems }: Pick<ImportPreview, 'problems'>,
): Line[] {
  const places = [...sent.keys()]
  const byPlace = Map.groupBy(problems, ({ index }) => places[index])
  return lines.map((line, place) => {
    if (sent.get(place) !== line.values || line.outcome !== undefined) return line
    const found = byPlace.get(place) ?? []
    const problems = found.map((problem) => toLineProblem(problem, (twin) => lines[places[twin] ?? -1]?.number))
    const next = { ...line, problems, checked: line.values }
    return { ...next, isOpen: line.isOpen || stateOf(next) === 'faulty' }
  })
}

function toLineProblem(
  { field, message, twin }: ImportPreview['problems'][number],
  numberOf: (index: number) => number | undefined,
): LineProblem {
  const own = FIELDS.find(({ id }) => field === id || field.startsWith(`${id}[`))
  if (twin?.customerId !== undefined)
    return {
      field: own?.id,
      words: `${twin.name ?? 'A customer'} has this tenant already.`,
      customerId: twin.customerId,
    }
  if (twin?.index !== undefined) return { field: own?.id, words: `Row ${numberOf(twin.index)} has the same tenant id.` }
  return { field: own?.id, words: toWords(field, message) }
}

/** The server's sentence with the names that people see. */
function toWords(field: string, message: string): string {
  const [, name = field, place] = /^(\w+)\[(\d+)\]$/.exec(field) ?? []
  const { label } = FIELDS.find(({ id }) => id === name) ?? {}
  if (label === undefined) return message
  const shown = place === undefined ? label : `Address ${Number(place) + 1}`
  return message.replace(field, shown).replace(' and must not be empty', '')
}
