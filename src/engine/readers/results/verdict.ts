import type { CheckResult, Coverage, Thresholds } from '../../model/check.ts'

/**
 * The verdict of n out of N by the thresholds. Nothing to count (N = 0) is neither a pass nor a failure: a check for
 * which an empty list means something says so itself before it comes here.
 */
export function verdictOf({ n, of }: Coverage, thresholds: Thresholds): CheckResult['verdict'] {
  if (of <= 0) return 'no_visibility'
  const share = n / of
  if (share >= thresholds.effectiveFrom) return 'effective'
  return share >= thresholds.partialFrom ? 'partial' : 'ineffective'
}

/** The verdict where `maybe` of the N may or may not hold: what both ends agree on, or that it cannot be told. */
export function verdictBetween({ n, of }: Coverage, maybe: number, thresholds: Thresholds): CheckResult['verdict'] {
  const low = verdictOf({ n, of }, thresholds)
  return low === verdictOf({ n: n + maybe, of }, thresholds) ? low : 'no_visibility'
}

/** The verdict of several parts that must all hold: a failure decides, then what cannot be told, then the rest. */
export function worst(...verdicts: CheckResult['verdict'][]): CheckResult['verdict'] {
  const order: CheckResult['verdict'][] = ['ineffective', 'no_visibility', 'not_licensed', 'partial', 'effective']
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'not_applicable'
}
