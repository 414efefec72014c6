/** A place that a text of an action refers to: another action by its number, or a finding by its id. */
export type Reference =
  | {
      kind: 'action'
      number: number
      /** Its number alone is written, because the text before it says that it is an action. */
      isBare?: true
    }
  | FindingReference

export interface FindingReference {
  kind: 'finding'
  id: string
  /** The number of its action, if that is another one. */
  of?: number
}

/** A text with the places that it refers to, which may be links. */
export type Words = readonly (string | Reference)[]

/** As it stands within a sentence. */
export const referenceText = (place: Reference): string =>
  place.kind === 'finding' ? place.id : place.isBare ? String(place.number) : `action ${place.number}`

/** The text as it is read. */
export const wordsText = (words: Words): string =>
  words.map((part) => (typeof part === 'string' ? part : referenceText(part))).join('')

/** `action 2`, `actions 1, 2 and 5`. */
export function actionWords(all: readonly number[]): Words {
  const [only, ...more] = [...new Set(all)].toSorted((a, b) => a - b)
  if (only === undefined) return []
  if (more.length === 0) return [{ kind: 'action', number: only }]
  return ['actions ', ...joined([only, ...more].map((number) => [{ kind: 'action', number, isBare: true }]))]
}

/**
 * Findings after the word “for”: those of the same action, and then others with their actions in order, as in `A and B`,
 * `A and for C and D in action 2`.
 */
export function findingWords(places: readonly FindingReference[]): Words {
  const byAction = [...Map.groupBy(places, ({ of }) => of ?? 0)].toSorted(([a], [b]) => a - b)
  return joined(
    byAction.map(([number, its]): Words => {
      const ids = joined(its.map((place) => [place]))
      return number === 0 ? ids : [...ids, ' in ', { kind: 'action', number }]
    }),
    { between: ', for ', last: ' and for ' },
  )
}

const joined = (parts: readonly Words[], { between, last } = { between: ', ', last: ' and ' }): Words =>
  parts.flatMap((part, index) => (index === 0 ? part : [index === parts.length - 1 ? last : between, ...part]))
