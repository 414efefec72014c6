import { type Statement, statementsOf } from './dependent.ts'

/** What is new of a text, and where the rest stands. */
export interface Taken {
  text: string
  elsewhere: string[]
}

/** What a place says. */
interface Stated {
  /** All statements, also those for which it refers to another place. */
  all: Set<string>
  /** Those that are written there, or will be. */
  written: Set<string>
}

/** Characters: what is shorter is read faster than a reference to it is followed, above all one beside other text. */
const WORTH_A_REFERENCE = { whole: 60, part: 160 } as const

/** Where the statements of rows, or of findings of actions, stand. */
export interface Statements {
  /**
   * The statements of a text that are to be written, and the places that have the others. A text refers only to a place all of whose
   * statements it makes as well, and only for those that are written there: “as for” means all that is found where it leads.
   */
  take: (text: string, place: string, mayWait?: boolean) => Taken
  /** The same, without remembering it. */
  preview: (text: string, place: string) => Taken
  /** Makes the statements of a text stand nowhere. */
  forget: (text: string) => void
  /** Lets earlier texts that may wait leave their statements to a place that will say these. */
  reserve: (texts: readonly string[], place: string) => void
}

/** What a document says where. */
interface DocumentPlaces {
  places: Map<string, Stated>
  /** The places that have each statement, or will. */
  placesOf: Map<string, Set<string>>
  /** Places of rows to come, with what they will say. */
  coming: Map<string, Set<string>>
  /** What earlier rows leave to these places. */
  promised: Map<string, Set<string>>
}

/** One per document, and rows are passed in the order in which they are written. */
export function statementsOfRows(): Statements {
  const document: DocumentPlaces = { places: new Map(), placesOf: new Map(), coming: new Map(), promised: new Map() }
  const { places, placesOf, coming, promised } = document
  return {
    take(text, place, mayWait = false) {
      const divided = divide(document, text, place, mayWait)
      for (const [other, its] of divided.elsewhere)
        if (!places.has(other)) promised.set(other, new Set([...(promised.get(other) ?? []), ...its]))
      say(document, place, divided)
      return takenOf(divided)
    },
    preview: (text, place) => takenOf(divide(document, text, place, false)),
    forget(text) {
      for (const key of statementsOf(text).map(textOf)) {
        for (const place of placesOf.get(key) ?? []) places.get(place)?.written.delete(key)
        placesOf.delete(key)
      }
    },
    reserve(texts, place) {
      const keys = texts.flatMap(statementsOf).map(textOf)
      if (coming.has(place) || keys.length === 0) return
      coming.set(place, new Set(keys))
      for (const key of keys) index(document, key, place)
    },
  }
}

/** Which statements of a text are written, and to which places the others are left. */
function divide(document: DocumentPlaces, text: string, place: string, mayWait: boolean): Divided {
  const statements = statementsOf(text)
  const keys = new Set(statements.map(textOf))
  const own = document.places.get(place)?.written ?? NONE
  const owed = document.promised.get(place) ?? NONE
  const known = new Set(statements.filter(({ head }) => head !== '').map(textOf))
  const left = new Set([...known].filter((key) => !own.has(key) && !owed.has(key)))
  const elsewhere = new Map<string, readonly string[]>()
  for (;;) {
    const [other, its] = best(document, left, { keys, place, mayWait })
    if (other === undefined) break
    elsewhere.set(other, its)
    for (const key of its) left.delete(key)
  }
  const written = [...keys].filter((key) => !known.has(key) || left.has(key) || (owed.has(key) && !own.has(key)))
  return { keys, written, indexed: written.filter((key) => known.has(key)), elsewhere }
}

/** The place to which the longest part of what is left may be left, with what of it stands there. */
function best(
  { places, placesOf, coming }: DocumentPlaces,
  left: ReadonlySet<string>,
  { keys, place, mayWait }: { keys: ReadonlySet<string>; place: string; mayWait: boolean },
): [best: string | undefined, its: readonly string[]] {
  let found: [string | undefined, readonly string[]] = [undefined, []]
  let longest = 0
  for (const each of new Set([...left].flatMap((key) => [...(placesOf.get(key) ?? [])]))) {
    if (each === place) continue
    const later = mayWait ? coming.get(each) : undefined
    const stated = places.get(each) ?? (later && { all: later, written: later })
    if (!stated || ![...stated.all].every((key) => keys.has(key))) continue
    const its = [...stated.written].filter((key) => left.has(key))
    const length = its.reduce((sum, key) => sum + key.length, 0)
    const isWhole = its.length === keys.size
    if (length <= longest || length < WORTH_A_REFERENCE[isWhole ? 'whole' : 'part']) continue
    found = [each, its]
    longest = length
  }
  return found
}

function say(document: DocumentPlaces, place: string, { keys, indexed }: Divided): void {
  const stated = document.places.get(place) ?? { all: new Set(), written: new Set() }
  document.places.set(place, stated)
  for (const key of keys) stated.all.add(key)
  for (const key of indexed) {
    stated.written.add(key)
    index(document, key, place)
  }
}

function index({ placesOf }: DocumentPlaces, key: string, place: string): void {
  placesOf.set(key, (placesOf.get(key) ?? new Set()).add(place))
}

const takenOf = ({ written, elsewhere }: Divided): Taken => ({
  text: written.join(' '),
  elsewhere: [...elsewhere.keys()],
})

/** Statements of a text, and where they are. */
interface Divided {
  /** All of them. */
  keys: ReadonlySet<string>
  written: readonly string[]
  /** Those written ones to which others may refer. */
  indexed: readonly string[]
  /** Those that are left to other places. */
  elsewhere: ReadonlyMap<string, readonly string[]>
}

const NONE: ReadonlySet<string> = new Set()

const textOf = ({ head, dependents }: Statement): string => [head, ...dependents].filter(Boolean).join(' ')
