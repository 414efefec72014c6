import { NOTE } from '../../../engine/evaluation/answer-notes.ts'
import { sentencesOf } from '../../../shared/text/sentences.ts'
import { isDependent } from './rows/dependent.ts'
import { ACTION_WORDS } from './words/actions.ts'
import { listText } from './words/language.ts'

/** What is new of a text, and where the rest stands. */
export interface Taken {
  text: string
  elsewhere: string[]
}

/**
 * Remembers what a document has already said, so that text of several rows appears only once. One per document, and
 * rows are passed in the order in which they are written.
 */
export class Once {
  /** Sentences with the place where they appear. */
  private readonly seen = new Map<string, string>()
  /** Sentences of reasons with the place of the requirement that was the first to have them. */
  private readonly reasons = new Map<string, string>()
  /** Fragments and notes of texts, each after its place, which may stand at many. */
  private readonly small = new Set<string>()
  /** Sentences that rows will say, with the place of the first that will. */
  private readonly reserved = new Map<string, string>()

  /**
   * The sentences of a text that are new, and where the others appear. Short ones are new, unless a place with all of the others has them. What depends on the
   * sentence before it is stated with it. The note on an answer belongs to its requirement, which has several places in a
   * full report: it appears once there, and nothing refers to it.
   */
  take(text: string, place: string, requirement = place): Taken {
    return this.takeUnless(NOTHING_RESERVED, text, place, requirement)
  }

  /** Has hints leave a sentence to a place that comes later. */
  reserve(sentence: string, place: string): void {
    if (!this.reserved.has(sentence)) this.reserved.set(sentence, place)
  }

  /** Like `take`, of a text that a later place should have, if it has it too. */
  takeHint(text: string, place: string, requirement = place): Taken {
    return this.takeUnless(this.reserved, text, place, requirement)
  }

  private takeUnless(reserved: ReadonlyMap<string, string>, text: string, place: string, requirement: string): Taken {
    const elsewhere = new Set<string>()
    const [before = '', ...note] = text.split(NOTE)
    let isNew = true
    const fresh = sentencesOf(before).filter((sentence) => {
      const written = this.seen.get(sentence)
      if (written === undefined && isShort(sentence)) return true
      if (written === undefined && isDependent(sentence)) return isNew
      const known = written ?? reserved.get(sentence)
      if (known === undefined) this.seen.set(sentence, place)
      else if (known !== place) elsewhere.add(known)
      isNew = known === undefined
      return isNew
    })
    const keyOf = (each: string): string => `${requirement} ${each}`
    const notes = note.map((each) => `${NOTE}${each}`.trim()).filter((each) => !this.seen.has(keyOf(each)))
    for (const each of notes) this.seen.set(keyOf(each), place)
    const left = [...fresh, ...notes]
    if (left.every((each) => [...elsewhere].some((at) => this.small.has(`${at} ${each}`))))
      return { text: '', elsewhere: [...elsewhere] }
    for (const each of [...fresh.filter(isShort), ...notes]) this.small.add(`${place} ${each}`)
    return { text: left.join(' '), elsewhere: [...elsewhere] }
  }

  /** Whether a sentence of a text is new that says something by itself. */
  isNew(text: string): boolean {
    const [before = ''] = text.split(NOTE)
    return sentencesOf(before).some(
      (sentence) => !this.seen.has(sentence) && !isShort(sentence) && !isDependent(sentence),
    )
  }

  /** Makes the sentences of a text new again. */
  forget(text: string): void {
    for (const sentence of sentencesOf(text)) this.seen.delete(sentence)
  }

  /** The new sentences alone. */
  fresh(text: string, place: string, requirement?: string): string {
    return this.take(text, place, requirement).text
  }

  /** The place of the requirement with which a sentence of this reason was first given; remembers this one for those that are new. */
  reasonAt(reason: string, place: string): string | undefined {
    const known = sentencesOf(reason)
      .map((sentence) => this.reasons.get(sentence))
      .find((each) => each !== undefined)
    for (const sentence of sentencesOf(reason)) this.reasons.set(sentence, this.reasons.get(sentence) ?? place)
    return known
  }

  /** The places of the requirements with which sentences of a text that this section states were given as reasons, each once. */
  reasonsIn(section: string, text: string): string[] {
    const stated = sentencesOf(text).filter((sentence) => this.seen.get(sentence) === section)
    return [...new Set(stated.flatMap((sentence) => this.reasons.get(sentence) ?? []))]
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

const NOTHING_RESERVED: ReadonlyMap<string, string> = new Map()

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

/** What is new in a text, and at which requirements its other sentences are, with what follows their names. */
export function withPlaces(text: string, elsewhere: readonly string[], after = ''): string {
  if (elsewhere.length === 0) return text
  return `${text} ${ACTION_WORDS.asFor(text)} ${listText(elsewhere)}${after}.`.trimStart()
}

/** The note on an answer, where it is new for its requirement. */
export const noteOnce = (once: Once, note: string, place: string, requirement = place): string =>
  note === '' ? '' : once.fresh(`${NOTE}${note}`, place, requirement)
