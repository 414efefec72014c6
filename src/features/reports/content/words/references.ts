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

/** `a`, `a and b`, `a, b and c`; several actions in order, as in `a and actions 2 and 5`. */
export function listWords(places: readonly Reference[]): Words {
  const numbers = new Set(places.flatMap((place) => (place.kind === 'action' ? [place.number] : [])))
  const [only, ...more] = [...numbers].toSorted((a, b) => a - b)
  const actions: readonly Words[] =
    only === undefined
      ? []
      : more.length === 0
        ? [[{ kind: 'action', number: only }]]
        : [['actions ', ...joined([only, ...more].map((number) => [{ kind: 'action', number, isBare: true }]))]]
  const findings = places.filter(({ kind }) => kind === 'finding').map((place): Words => [place])
  return joined([...findings, ...actions])
}

const joined = (parts: readonly Words[]): Words =>
  parts.flatMap((part, index) => (index === 0 ? part : [index === parts.length - 1 ? ' and ' : ', ', ...part]))
