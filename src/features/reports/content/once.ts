import type { Priority } from '../../../engine/results/priorities.ts'

/**
 * Remembers what a document has already said, so that text of several rows appears only once. One per document, and
 * rows are passed in the order in which they are written.
 */
export class Once {
  /** Sentences with the place where they appear. */
  private readonly seen = new Map<string, string>()

  /**
   * The sentences of a text that are new, and where the others appear. Short ones are always new, and so is what could not
   * be seen, without which the text would say more than is known. The note on an answer belongs to its own row: it appears
   * once, and nothing refers to it.
   */
  take(text: string, place: string): { text: string; elsewhere: string[] } {
    const elsewhere = new Set<string>()
    const [before = '', ...note] = text.split(NOTE)
    const fresh = sentencesOf(before).filter((sentence) => {
      if (sentence.split(' ').length < MIN_WORDS || sentence.endsWith(NOT_SEEN)) return true
      const known = this.seen.get(sentence)
      if (known === undefined) this.seen.set(sentence, place)
      else if (known !== place) elsewhere.add(known)
      return known === undefined
    })
    const notes = note.map((each) => `${NOTE}${each}`.trim()).filter((each) => !this.seen.has(each))
    for (const each of notes) this.seen.set(each, place)
    return { text: [...fresh, ...notes].join(' '), elsewhere: [...elsewhere] }
  }

  /** The new sentences alone. */
  fresh(text: string, place: string): string {
    return this.take(text, place).text
  }
}

/** A fragment of fewer words may be a name with a full stop in it. */
const MIN_WORDS = 4

/** Ends what the engine says of means that it cannot see. */
const NOT_SEEN = 'but we do not see that.'

/** Before the words of people, which stay together. */
const NOTE = ' Their note: '

/** A text in sentences. One ends with a mark before a space and a capital letter, a digit or a quote. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}‘“])/u).filter((sentence) => sentence !== '')

/** Fewer names are read faster than a reference to them. */
const FEW = 3

/** The id of an earlier finding of these with exactly the same names, unless they are few. */
export function sameNamesAs(findings: readonly Priority[], index: number): string | undefined {
  const names = findings[index]?.affected
  if (!names || names.items.length <= FEW) return undefined
  const [own, total] = [JSON.stringify(names.items), names.total]
  return findings
    .slice(0, index)
    .find(({ affected }) => affected && affected.total === total && JSON.stringify(affected.items) === own)?.id
}
