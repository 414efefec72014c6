import type { CheckResult, Coverage, Thresholds } from '../../model/check.ts'

/**
 * The verdict for n of N by the thresholds. Nothing to count (N = 0) is neither a pass nor a failure; a check to which an
 * empty list means something handles that case before calling this.
 */
export function verdictOf({ n, of }: Coverage, thresholds: Thresholds): CheckResult['verdict'] {
  if (of <= 0) return 'no_visibility'
  const share = n / of
  if (share >= thresholds.effectiveFrom) return 'effective'
  return share >= thresholds.partialFrom ? 'partial' : 'ineffective'
}

/** The verdict when `maybe` of the N are unknown: if both extremes give the same one, that, otherwise no visibility. */
export function verdictBetween({ n, of }: Coverage, maybe: number, thresholds: Thresholds): CheckResult['verdict'] {
  const low = verdictOf({ n, of }, thresholds)
  return low === verdictOf({ n: n + maybe, of }, thresholds) ? low : 'no_visibility'
}

/** The verdict of several parts that must all pass: a failure decides first, then missing visibility, then the rest. */
export function worst(...verdicts: CheckResult['verdict'][]): CheckResult['verdict'] {
  const order: CheckResult['verdict'][] = ['ineffective', 'no_visibility', 'not_licensed', 'partial', 'effective']
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'not_applicable'
}

/** Whether the verdict is neither a pass nor a failure, because something could not be read. */
export const isUnknown = (verdict: CheckResult['verdict']): boolean =>
  verdict === 'no_visibility' || verdict === 'not_licensed'
