import type { Action } from '../../../../engine/results/actions.ts'
import { noteOnce, type Once } from '../once.ts'
import { ACTION_WORDS } from '../words/actions.ts'
import { listWords, type Reference, referenceText, type Words } from '../words/references.ts'

/** Texts of actions: what another place says already is a reference to it. */

/** A place of a finding, or of an action as a whole, as `Once` remembers it. */
export const placeIn = (number: number, id?: string): string => (id === undefined ? String(number) : `${number} ${id}`)

/** Such a place as an action names it: findings of the same action by their ids, other actions by their numbers. */
export function referenceTo(place: string, number: number): Reference {
  const [action = '', ...id] = place.split(' ')
  return Number(action) === number && id.length > 0
    ? { kind: 'finding', id: id.join(' ') }
    : { kind: 'action', number: Number(action) }
}

/** What was found, where it is new, and where not. */
export function foundOnce(once: Once, found: string, { id, number }: { id: string; number: number }): Words {
  const { text, elsewhere } = once.take(found, placeIn(number, id), id)
  const all = elsewhere.map((place) => referenceTo(place, number))
  const places = [...new Map(all.map((place) => [referenceText(place), place])).values()]
  if (places.length === 0) return text === '' ? [] : [text]
  return [...(text === '' ? [] : [`${text} `]), `${ACTION_WORDS.asFor(text)} `, ...listWords(places), '.']
}

/** The note on the answer of a finding, where it is new for its requirement. */
export const findingNote = (once: Once, note: string, { id, number }: { id: string; number: number }): string =>
  noteOnce(once, note, placeIn(number, id), id)

/** A fact about an action, or the action that has the same. */
export function factOnce(once: Once, text: string, number: number): Words {
  const { text: fresh, elsewhere } = once.take(text, placeIn(number))
  const [first] = elsewhere
  return fresh === '' && first !== undefined ? ACTION_WORDS.asAction(referenceTo(first, number)) : [fresh]
}

/** What stands above the steps of an action: that those in Microsoft 365 are done, if that is so; else empty. */
export const stepsLead = ({ findings }: Pick<Action, 'findings'>): string =>
  findings.every(({ isMet }) => isMet) ? ACTION_WORDS.missingByAnswer : ''

/** The licence that an action needs; a short one is read faster than a reference to it. */
export const licenceOnce = (once: Once, licence: string, number: number): Words =>
  licence.length <= SHORT_FACT ? [licence] : factOnce(once, licence, number)

/** Characters. */
const SHORT_FACT = 80
