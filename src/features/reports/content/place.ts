import type { Framed } from './input.ts'
import type { Once } from './once.ts'
import { PARTS } from './words/every-edition.ts'

/** The place of the sections about one framework: in a document of their own, or together with other frameworks. */
export interface Place {
  /** What the document has said so far. */
  once: Once
  /** The anchor of a section. */
  anchor: (name: string) => string
  /** The title of a section. */
  title: (words: string) => string
  /** What is new of a text that other parts of the document may share. */
  fresh: (text: string) => string
}

function placeIn(once: Once, anchor: Place['anchor'], title: Place['title']): Place {
  return { once, anchor, title, fresh: (text) => once.fresh(text, anchor('unknown')) }
}

/** Each part with its place: a single one is the document. */
export function placesOf<T extends Framed>(
  parts: readonly T[],
  once: Once,
): readonly (readonly [part: T, place: Place])[] {
  return parts.map((part) => {
    const { productName, result } = part
    const place =
      parts.length > 1
        ? placeIn(
            once,
            (name) => `${name}-${result.product}`,
            (words) => PARTS.title(productName, words),
          )
        : placeIn(
            once,
            (name) => name,
            (words) => words,
          )
    return [part, place] as const
  })
}
