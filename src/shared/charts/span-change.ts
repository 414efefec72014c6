import type { Span } from './gauge.ts'

/** Comparing scores of which not everything is known. What only became known never counts as a rise, or as a fall. */

/** Whether all is known, so that the span is a number. */
export const isExact = ({ score, ceiling }: Span): boolean => ceiling <= score

/** How many points a score certainly is above (positive) or below (negative) another; 0 where both may be the same. */
export function certainChange(before: Span, after: Span): number {
  if (after.score > before.ceiling) return after.score - before.ceiling
  return after.ceiling < before.score ? after.ceiling - before.score : 0
}

/**
 * How many points a span moved up (positive) or down (negative): those that both of its ends moved. A fix raises both; what
 * becomes known raises the lower end or lowers the upper one.
 */
export function spanStep(before: Span, after: Span): number {
  const [low, high] = [after.score - before.score, after.ceiling - before.ceiling]
  return Math.max(0, Math.min(low, high)) + Math.min(0, Math.max(low, high))
}
