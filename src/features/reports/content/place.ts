import type { Locale } from '../../../shared/dates/locales.ts'
import type { Framed, ReportInput } from './input.ts'
import type { Once } from './once.ts'
import { PARTS } from './words/several-frameworks.ts'

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
  /** How dates are written; absent for British English. */
  locale: Locale | undefined
}

function placeIn(once: Once, { anchor, title, locale }: Pick<Place, 'anchor' | 'title' | 'locale'>): Place {
  return { once, anchor, title, locale, fresh: (text) => once.fresh(text, anchor('unknown')) }
}

/** Each part with its place: a single one is the document. */
export function placesOf<T extends Framed & Pick<ReportInput, 'brand'>>(
  parts: readonly T[],
  once: Once,
): readonly (readonly [part: T, place: Place])[] {
  return parts.map((part) => {
    const { productName, result, brand } = part
    const { locale } = brand
    const place = placeIn(
      once,
      parts.length > 1
        ? {
            anchor: (name) => `${name}-${result.product}`,
            title: (words) => PARTS.title(productName, words),
            locale,
          }
        : { anchor: (name) => name, title: (words) => words, locale },
    )
    return [part, place] as const
  })
}
