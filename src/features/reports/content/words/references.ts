/** A place that a text of an action refers to: another action by its number, or a finding of the same one by its id. */
export type Reference =
  | {
      kind: 'action'
      number: number
      /** Its number alone is written, because the text before it says that it is an action. */
      isBare?: true
    }
  | { kind: 'finding'; id: string }

/** A text with the places that it refers to, which may be links. */
export type Words = readonly (string | Reference)[]

/** As it stands within a sentence. */
export const referenceText = (place: Reference): string =>
  place.kind === 'finding' ? place.id : place.isBare ? String(place.number) : `action ${place.number}`

/** The text as it is read. */
export const wordsText = (words: Words): string =>
  words.map((part) => (typeof part === 'string' ? part : referenceText(part))).join('')

/** `a`, `a and b`, `a, b and c`. */
export const listWords = (places: readonly Reference[]): Words =>
  places.flatMap((place, index) => (index === 0 ? [place] : [index === places.length - 1 ? ' and ' : ', ', place]))
