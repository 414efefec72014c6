import { dayText } from '../../../shared/dates/datetime.ts'
import type { RunPoint } from './input.ts'
import { TREND } from './words/full.ts'

export const hasManyTargets = (points: readonly RunPoint[]): boolean =>
  new Set(points.map(({ target }) => target)).size > 1

/** In words: over how many runs, and from where to where. */
export function trendSentence(points: readonly RunPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const over = TREND.over(points.length, dayText(first.completedAt))
  if (hasManyTargets(points)) return TREND.manyTargets(over)
  return first.score === last.score ? TREND.same(over, last.score) : TREND.moved(over, first.score, last.score)
}
