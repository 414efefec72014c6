import type { Remedy } from '../../../engine/model/remedy.ts'
import type { Action } from '../../../engine/results/actions.ts'
import { levelText, plural } from './rules.ts'

/** The words of actions, for every format. */

/** The published order of actions. */
export const ACTION_ORDER =
  'The most severe come first; among those, what raises a level by itself, then what adds most points for its effort.'

/** What an action adds by itself; empty where nothing can be promised. */
export function actionGainText({ gain, together }: Action, nameOf: (group: string) => string): string {
  if (!gain) return together.length > 0 ? `Counts once ${others(together)} done as well.` : ''
  const parts = [
    ...gain.groups.map(({ id, from, to }) => `${nameOf(id)} from level ${levelText(from)} to ${levelText(to)}`),
    ...(gain.score >= SHOWN ? [`adds ${pointsText(gain.score)}`] : []),
    ...(gain.score < SHOWN && gain.ceiling >= SHOWN
      ? [`adds up to ${pointsText(gain.ceiling)}, once people have answered for the rest`]
      : []),
  ]
  const text = parts.join('; ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Points are shown with one decimal; what rounds to zero is not shown. */
const SHOWN = 0.05

const others = (ids: readonly string[]): string =>
  ids.length === 1 ? 'one other action is' : `${ids.length} other actions are`

function pointsText(points: number): string {
  const text = points.toFixed(1)
  return `${text} ${text === '1.0' ? 'point' : 'points'}`
}

/** The steps in one text, numbered, each on a line of its own with its address. */
export const stepsText = ({ steps }: Remedy): string =>
  steps.map(({ text, link }, index) => `${index + 1}. ${text}${link ? ` ${link.url}` : ''}`).join('\n')

/** How many findings an action helps to resolve. */
export const findingsText = ({ findings }: Action): string => plural(findings.length, 'finding')
