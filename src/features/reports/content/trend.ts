import { dayText } from '../../../shared/datetime.ts'
import type { RunPoint } from './input.ts'
import { plural } from './rules.ts'

export const hasManyTargets = (points: readonly RunPoint[]): boolean =>
  new Set(points.map(({ target }) => target)).size > 1

/** In words: over how many runs, and from where to where. */
export function trendSentence(points: readonly RunPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const over = `${plural(points.length, 'run')} since ${dayText(first.completedAt)}`
  if (hasManyTargets(points)) return `${over}. They had different targets, so not all of their scores are comparable.`
  const step = last.score - first.score
  if (step === 0) return `${over}: the score is ${last.score}, the same as at the start.`
  const way = `${step > 0 ? 'rose' : 'fell'} from ${first.score} to ${last.score}`
  return `${over}: the score ${way}, by ${plural(Math.abs(step), 'point')}.`
}
