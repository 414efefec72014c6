import { type Span, spanOf, spanParts, spanText } from '../../../shared/charts/gauge.ts'
import { certainChange, isExact } from '../../../shared/charts/span-change.ts'
import { dayText, type TimeStyle } from '../../../shared/dates/datetime.ts'
import { isLevelKnown } from '../../../shared/portal/enough-known.ts'
import type { RunPoint } from './input.ts'
import { isBare } from './rules.ts'
import { COMMON } from './words/every-edition.ts'
import { TREND } from './words/full.ts'
import { capitalize, levelText } from './words/language.ts'

/** The parts of a span, from its beginning, as the key of a chart names them. */
const SPAN_WORDS = {
  'in-place': capitalize(COMMON.spanKey['in-place']),
  'not-applicable': capitalize(COMMON.spanKey['not-applicable']),
  unknown: capitalize(COMMON.spanKey.unknown),
  missing: capitalize(COMMON.spanKey.missing),
} as const

/** The span of a run, as charts draw it. */
export const drawnSpan = (point: RunPoint, product: string): Required<Span> => ({
  ...spanOf(point),
  isBare: isBare({ ...point, product }),
})

/** The level of a run; a dash if it is not known. */
export const levelOfRun = (point: RunPoint): string => (isLevelKnown(point) ? levelText(point.maturityAchieved) : '–')

const IN_ORDER = ['in-place', 'not-applicable', 'unknown', 'missing'] as const

/** The key of spans that are drawn: each part that they have, with its words. */
export function spanKey(spans: readonly Span[]): (readonly [meaning: keyof typeof SPAN_WORDS, words: string])[] {
  const parts = new Set(spans.flatMap((span) => spanParts(span).map(([meaning]) => meaning)))
  return IN_ORDER.filter((meaning) => parts.has(meaning)).map((meaning) => [meaning, SPAN_WORDS[meaning]])
}

/** The key of a chart of runs. */
export const trendKey = (points: readonly RunPoint[], product: string) =>
  spanKey(points.map((point) => drawnSpan(point, product)))

export const hasManyTargets = (points: readonly RunPoint[]): boolean =>
  new Set(points.map(({ target }) => target)).size > 1

/** In words: over how many runs, from where to where, and why a run has points of which nothing is known. */
export function trendSentence(points: readonly RunPoint[], times: TimeStyle): string {
  const isEarnedInPart = points.some(({ coverage, score }) => coverage === 0 && score > 0)
  return `${movement(points, times)}${isEarnedInPart ? ` ${TREND.earnedInPart}` : ''}`
}

function movement(points: readonly RunPoint[], times: TimeStyle): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const over = TREND.over(points.length, dayText(first.completedAt, times))
  if (hasManyTargets(points)) return TREND.manyTargets(over)
  const [before, now] = [spanOf(first), spanOf(last)]
  if (spanText(before) === spanText(now)) return TREND.same(over, spanText(now))
  if (isExact(before) && isExact(now)) return TREND.moved(over, first.score, last.score)
  return TREND.spans(over, spanText(before), spanText(now), certainChange(before, now))
}
