import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import { gainsText, noActions } from '../next-steps.ts'
import { noteOnce, type Once } from '../once.ts'
import { ACTION_WORDS } from '../words/actions.ts'
import { isShown } from '../words/gains.ts'
import { type FindingReference, findingWords, type Words } from '../words/references.ts'

/** Texts of actions: what another place says already is a reference to it. */

/** Where findings about which the same was found stand: in an action, by their ids. */
export interface FindingPlace {
  number: number
  ids: readonly string[]
}

/** Such a place as `Once` remembers it. */
export const placeIn = ({ number, ids }: FindingPlace): string => [number, ...ids].join(' ')

export function findingPlace(place: string): FindingPlace {
  const [number = '', ...ids] = place.split(' ')
  return { number: Number(number), ids }
}

/** A place as an action names it: by the finding itself if it stands there too, or else by the first one. */
export const referenceTo = (place: FindingPlace, { number, ids }: FindingPlace): FindingReference => ({
  kind: 'finding',
  id: place.ids.find((id) => ids.includes(id)) ?? place.ids[0] ?? '',
  ...(place.number !== number && { of: place.number }),
})

/** What stands above the actions of the full edition. */
export function actionsIntroduction(actions: readonly JointAction[], results: readonly AssessmentResult[]): string {
  if (actions.length === 0) return noActions(results)
  const joint = results.length > 1 ? [ACTION_WORDS.joint] : []
  return [ACTION_WORDS.lead, ...joint, ...actionTerms(actions)].join(' ')
}

/** What the words beside the title of an action mean, as far as they are used. */
export function actionTerms(actions: readonly JointAction[]): string[] {
  const hasGains = actions.some((action) =>
    gainsText(action, [], () => undefined).some(({ term }) => term === ACTION_WORDS.gain),
  )
  const joint = hasGains ? actions.flatMap(({ jointGains }) => jointGains.filter(isShown)) : []
  return [
    ...(actions.some(({ effort }) => effort) ? [ACTION_WORDS.efforts] : []),
    ...(hasGains ? [ACTION_WORDS.gains] : []),
    ...(joint.some(({ isWay }) => !isWay) ? [ACTION_WORDS.gainsTogether] : []),
    ...(joint.some(({ isWay }) => isWay) ? [ACTION_WORDS.gainsOfWays] : []),
  ]
}

/** What is written of what was found, and the places where the rest stands. */
export interface FoundOnce {
  text: string
  elsewhere: readonly FindingPlace[]
}

export function foundOnce(once: Once, found: string, place: FindingPlace): FoundOnce {
  const { text, elsewhere } = once.takeInRow(found, placeIn(place))
  return { text, elsewhere: elsewhere.map(findingPlace) }
}

export function foundWords({ text, elsewhere }: FoundOnce, place: FindingPlace): Words {
  if (elsewhere.length === 0) return text === '' ? [] : [text]
  const places = findingWords(elsewhere.map((each) => referenceTo(each, place)))
  return [...(text === '' ? [] : [`${text} `]), `${ACTION_WORDS.asFor(text)} `, ...places, '.']
}

/** The note on the answer of a finding, where it is new for its requirement. */
export const findingNote = (once: Once, note: string, { id, number }: { id: string; number: number }): string =>
  noteOnce(once, note, placeIn({ number, ids: [id] }), id)

/** A fact about an action, such as its licence, or the action that has the same; a short one is read faster than a reference to it. */
export function factOnce(once: Once, term: string, text: string, number: number): Words {
  const place = text.length <= SHORT_FACT ? undefined : once.factAt(`${term}: ${text}`, number)
  return place === undefined ? [text] : ACTION_WORDS.asAction(place)
}

/** What stands above the steps of an action: that those in Microsoft 365 are done, if that is so; else empty. */
export const stepsLead = ({ findings }: Pick<Action, 'findings'>): string =>
  findings.every(({ isMet }) => isMet) ? ACTION_WORDS.missingByAnswer : ''

/** Characters. */
const SHORT_FACT = 80
