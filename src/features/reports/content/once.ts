import { NOTE } from '../../../engine/evaluation/answer-notes.ts'
import { sentencesOf } from '../../../shared/text/sentences.ts'
import { isDependent, statementsOf } from './rows/dependent.ts'
import { statementsOfRows, type Taken } from './rows/statements.ts'
import { ACTION_WORDS } from './words/actions.ts'
import { listText } from './words/language.ts'

/**
 * Remembers what a document has already said, so that text of several rows appears only once. One per document, and
 * rows are passed in the order in which they are written.
 */
export class Once {
  /** Sentences with the place where they appear. */
  private readonly seen = new Map<string, string>()
  /** Fragments and notes of texts, each after its place, which may stand at many. */
  private readonly small = new Set<string>()
  private readonly found = statementsOfRows()
  private readonly expected = statementsOfRows()
  /** Facts about actions with the number of the first one that has it. */
  private readonly facts = new Map<string, number>()

  /**
   * The sentences of a text that are new, and where the others appear. Short ones and notes stay, unless all that is left stands
   * there as well. What depends on the sentence before it is stated with it, and both again unless one place has all of it. The note
   * on an answer belongs to its requirement, which has several places in a full report: it appears once there, and nothing refers to it.
   */
  take(text: string, place: string, requirement = place): Taken {
    const elsewhere = new Set<string>()
    const [before = '', ...note] = text.split(NOTE)
    const say = (key: string): unknown => this.seen.set(key, place)
    const fresh = statementsOf(before).flatMap(({ head, dependents }): string[] => {
      if (head === '') return dependents
      const known = this.seen.get(head)
      if (known === undefined && isShort(head)) return [head, ...dependents]
      const pairs = dependents.map((each) => pairOf(head, each))
      const [whole = known, ...others] = new Set(pairs.map((pair) => this.seen.get(pair)))
      if (
        known !== undefined &&
        whole !== undefined &&
        others.length === 0 &&
        pairs.every((pair) => this.seen.has(pair))
      ) {
        if (whole !== place) elsewhere.add(whole)
        return []
      }
      if (known === undefined) say(head)
      for (const pair of pairs) say(pair)
      return [head, ...dependents]
    })
    const keyOf = (each: string): string => `${requirement} ${each}`
    const notes = note.map((each) => `${NOTE}${each}`.trim()).filter((each) => !this.seen.has(keyOf(each)))
    for (const each of notes) say(keyOf(each))
    const left = [...fresh, ...notes]
    const isRest = left.every((each) => [...elsewhere].some((at) => this.small.has(`${at} ${each}`)))
    for (const each of [...fresh.filter(isShort), ...notes]) this.small.add(`${place} ${each}`)
    return { text: isRest ? '' : left.join(' '), elsewhere: [...elsewhere] }
  }

  /** What a row, or a finding of an action, says itself of what was found, and which say the rest. A hint may be left to a later row. */
  takeInRow(text: string, place: string, { isHint = false } = {}): Taken {
    const taken = this.found.take(text, place, isHint)
    this.remember(taken.text, place)
    return taken
  }

  /** Makes hints leave statements to a row that comes later and has these texts. */
  reserve(texts: readonly string[], place: string): void {
    this.found.reserve(texts, place)
  }

  /** Like `takeInRow`, for what is expected. */
  takeExpected(text: string, place: string): Taken {
    const taken = this.expected.take(text, place)
    this.remember(taken.text, place)
    return taken
  }

  /** Remembers a text that is written in full, so that others leave out what it says. */
  remember(text: string, place: string): void {
    for (const { head, dependents } of statementsOf(text))
      if (head !== '' && !isShort(head))
        for (const key of [head, ...dependents.map((each) => pairOf(head, each))]) this.seen.set(key, place)
  }

  /** Whether a sentence of a text is new that says something by itself. */
  isNew(text: string): boolean {
    const [before = ''] = text.split(NOTE)
    return sentencesOf(before).some(
      (sentence) => !this.seen.has(sentence) && !isShort(sentence) && !isDependent(sentence),
    )
  }

  /** Whether a place would say something of what was found by itself. */
  isNewIn(found: string, place: string): boolean {
    const { text } = this.found.preview(found, place)
    return sentencesOf(text).some((sentence) => !isShort(sentence) && !isDependent(sentence))
  }

  /** Makes a text new again. */
  forget(text: string): void {
    for (const sentence of sentencesOf(text)) this.seen.delete(sentence)
    this.found.forget(text)
  }

  /** The action that has exactly this fact already, by its number; undefined if it is new. */
  factAt(fact: string, number: number): number | undefined {
    const known = this.facts.get(fact)
    if (known === undefined) this.facts.set(fact, number)
    return known
  }

  /** The new sentences alone. */
  fresh(text: string, place: string, requirement?: string): string {
    return this.take(text, place, requirement).text
  }

  /** The requirement at which the same list of names stands already, unless they are few and short; undefined if it is new. */
  namesAt(names: readonly string[], id: string): string | undefined {
    if (names.length <= FEW && names.join(', ').length <= SHORT) return undefined
    const key = JSON.stringify(names)
    const known = this.seen.get(key)
    if (known === undefined) this.seen.set(key, id)
    return known
  }
}

/** So few names are read faster than a reference to them. */
const FEW = 3
/** Characters; names with details are not read as fast. */
const SHORT = 100

/** A fragment of fewer words may be a name with a full stop in it. */
const MIN_WORDS = 4

function isShort(sentence: string): boolean {
  let space = -1
  for (let words = 1; words < MIN_WORDS; words++) {
    space = sentence.indexOf(' ', space + 1)
    if (space < 0) return true
  }
  return false
}

const pairOf = (head: string, dependent: string): string => `${head}\n${dependent}`

/** What is new in a text, and at which requirements its other sentences are. */
export function withPlaces(text: string, elsewhere: readonly string[]): string {
  if (elsewhere.length === 0) return text
  return `${text} ${ACTION_WORDS.asFor(text)} ${listText(elsewhere)}.`.trimStart()
}

/** The note on an answer, where it is new for its requirement. */
export const noteOnce = (once: Once, note: string, place: string, requirement = place): string =>
  note === '' ? '' : once.fresh(`${NOTE}${note}`, place, requirement)
