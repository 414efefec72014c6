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

/** Where the statements of rows stand. */
export interface Statements {
  /**
   * The statements of a text that are to be written, and the places that have the others. A text refers only to a place all of whose
   * statements it makes as well, and only for those that are written there: “as for” means all that is found where it leads.
   */
  take: (text: string, place: string, mayWait?: boolean) => Taken
  /** Lets earlier texts that may wait leave their statements to a place that will say these. */
  reserve: (texts: readonly string[], place: string) => void
}

/** One per document, and rows are passed in the order in which they are written. */
export function statementsOfRows(): Statements {
  const places = new Map<string, Stated>()
  const placesOf = new Map<string, Set<string>>()
  /** Places of rows to come, with what they will say. */
  const coming = new Map<string, Set<string>>()
  /** What earlier rows leave to these places. */
  const promised = new Map<string, Set<string>>()

  function index(key: string, place: string): void {
    placesOf.set(key, (placesOf.get(key) ?? new Set()).add(place))
  }

  function say(place: string, all: ReadonlySet<string>, written: readonly string[]): void {
    const stated = places.get(place) ?? { all: new Set(), written: new Set() }
    places.set(place, stated)
    for (const key of all) stated.all.add(key)
    for (const key of written) {
      stated.written.add(key)
      index(key, place)
    }
  }

  /** The place to which the longest part of what is left may be left, with what of it stands there. */
  function best(
    left: ReadonlySet<string>,
    keys: ReadonlySet<string>,
    place: string,
    mayWait: boolean,
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

  return {
    take(text, place, mayWait = false) {
      const statements = statementsOf(text)
      const keys = new Set(statements.map(textOf))
      const own = places.get(place)?.written ?? NONE
      const owed = promised.get(place) ?? NONE
      const known = new Set(statements.filter(({ head }) => head !== '').map(textOf))
      const left = new Set([...known].filter((key) => !own.has(key) && !owed.has(key)))
      const elsewhere: string[] = []
      for (;;) {
        const [other, its] = best(left, keys, place, mayWait)
        if (other === undefined) break
        elsewhere.push(other)
        for (const key of its) left.delete(key)
        if (!places.has(other)) promised.set(other, new Set([...(promised.get(other) ?? []), ...its]))
      }
      const written = [...keys].filter((key) => !known.has(key) || left.has(key) || (owed.has(key) && !own.has(key)))
      const indexed = written.filter((key) => known.has(key))
      say(place, keys, indexed)
      return { text: written.join(' '), elsewhere }
    },
    reserve(texts, place) {
      const keys = texts.flatMap(statementsOf).map(textOf)
      if (coming.has(place) || keys.length === 0) return
      coming.set(place, new Set(keys))
      for (const key of keys) index(key, place)
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

const textOf = ({ head, dependents }: Statement): string => [head, ...dependents].filter(Boolean).join(' ')
