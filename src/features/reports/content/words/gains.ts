import type { Action, JointGain, Points } from '../../../../engine/results/actions.ts'
import { isWholeStep } from '../../../../engine/results/gains.ts'
import { levelText } from './language.ts'
import { actionWords, type Words, wordsText } from './references.ts'

/** Points are shown with one decimal; what rounds to zero is not shown. */
const SHOWN = 0.05

/** Of more sets of other actions than this, only the sum is shown. */
const SETS_SHOWN = 3

type NumberOf = (id: string) => number | undefined

/**
 * What an action adds, the same in every format: by itself, as in `Patch applications from level 0 to 1; 3.4 points`, then what
 * it adds only together with others. Empty where nothing can be promised. `numberOf` gives the place of an action in the
 * list by its id.
 */
export function gainWords(
  { gain, jointGains, together }: Pick<Action, 'gain' | 'jointGains' | 'together'>,
  nameOf: (group: string) => string,
  numberOf: NumberOf,
): Words {
  const { score, ceiling, level, groups } = gain ?? { score: 0, ceiling: 0, groups: [] }
  const own = [
    level && isWholeStep(level) && `overall level from ${levelText(level.from)} to ${levelText(level.to)}`,
    ...groups
      .filter(isWholeStep)
      .map(({ id, from, to }) => `${nameOf(id)} from level ${levelText(from)} to ${levelText(to)}`),
    isShown({ score, ceiling }) && pointsText({ score, ceiling }, ONCE_ANSWERED),
  ].filter((text): text is string => typeof text === 'string')
  const shown = jointGains.filter(isShown)
  const ways = shown.filter(({ isWay }) => isWay)
  const joint = shown.filter(({ isWay }) => !isWay)
  const all = [
    ...own.map((text): Words => [text]),
    ...jointTexts(joint, own.length > 0, numberOf),
    ...wayTexts(ways, numberOf),
  ]
  if (all.length === 0 && !gain && together.length > 0)
    return [
      'counts once ',
      ...otherActions(together, numberOf),
      together.length === 1 ? ' is' : ' are',
      ' done as well',
    ]
  return all.flatMap((words, index) => (index === 0 ? words : ['; ', ...words]))
}

/** The same as plain text. */
export const gainText = (...of: Parameters<typeof gainWords>): string => wordsText(gainWords(...of))

/** The place of an action in a list by its id, from 1. */
export function numberIn(actions: readonly Pick<Action, 'id'>[]): NumberOf {
  const numbers = new Map(actions.map(({ id }, index) => [id, index + 1]))
  return (id) => numbers.get(id)
}

const ONCE_ANSWERED = ' once people have answered for the rest'

/** `0.7 points together with action 33`; `more` if the action adds something by itself. */
function jointTexts(gains: readonly JointGain[], isMore: boolean, numberOf: NumberOf): Words[] {
  const what = isMore ? ' more' : ''
  if (gains.length <= SETS_SHOWN)
    return gains.map(
      (gain): Words => [pointsText(gain, '', what), ' together with ', ...otherActions(gain.with, numberOf)],
    )
  const ids = [...new Set(gains.flatMap((gain) => gain.with))]
  return [[upTo(pointsText(sumOf(gains), '', what)), ' together with ', ...otherActions(ids, numberOf)]]
}

/** `counts towards 0.5 points of action 71`. */
const wayTexts = (gains: readonly JointGain[], numberOf: NumberOf): Words[] =>
  gains.map((gain): Words => ['counts towards ', pointsText(gain, ''), ' of ', ...otherActions(gain.with, numberOf)])

const upTo = (text: string): string => (text.startsWith('up to') ? text : `up to ${text}`)

const sumOf = (gains: readonly Points[]): Points => ({
  score: gains.reduce((sum, { score }) => sum + score, 0),
  ceiling: gains.reduce((sum, { ceiling }) => sum + ceiling, 0),
})

export const isShown = ({ score, ceiling }: Points): boolean => score >= SHOWN || ceiling >= SHOWN

/** A number with a decimal is plural: `1.0 points`. What only raises the ceiling needs answers, which `after` may say. */
const pointsText = ({ score, ceiling }: Points, after: string, what = ''): string =>
  score >= SHOWN ? `${score.toFixed(1)}${what} points` : `up to ${ceiling.toFixed(1)}${what} points${after}`

/** `action 2`, `actions 1 and 3`; how many there are where they are not in the list. */
export function otherActions(ids: readonly string[], numberOf: NumberOf): Words {
  const numbers = ids.flatMap((id) => numberOf(id) ?? [])
  if (numbers.length < ids.length || numbers.length === 0)
    return [ids.length === 1 ? 'one other action' : `${ids.length} other actions`]
  return actionWords(numbers)
}
