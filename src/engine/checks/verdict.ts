import type { CheckResult, Coverage, Thresholds } from '../model/check.ts'
import type { Evidence, Reading } from '../model/tenant-reading.ts'

export type Failed = Extract<Reading, { ok: false }>

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

/** The result where readings failed: never a pass, never a failure. The worst of them gives the verdict. */
export function unknown(failed: Failed | readonly [Failed, ...Failed[]], expected: string): CheckResult {
  const all = 'ok' in failed ? [failed] : failed
  const reasons = [...new Set(all.map((reading) => reading.reason))]
  return {
    verdict: all.some((reading) => reading.verdict === 'no_visibility') ? 'no_visibility' : 'not_licensed',
    observed: `This could not be judged: ${reasons.join(' ')}`,
    expected,
    evidence: [],
    limitations: reasons,
  }
}

/**
 * To be spread into a result: the first 100 names and the total, or nothing where nothing fails. `allNamed` says that
 * nothing but these keeps the result from being effective.
 */
export function affected(names: readonly string[], allNamed = false): Pick<CheckResult, 'affected' | 'allNamed'> {
  if (names.length === 0) return {}
  return { affected: { items: names.slice(0, 100), total: names.length }, ...(allNamed && { allNamed }) }
}

/** The evidence of those readings that succeeded, each once. */
export function evidenceOf(...readings: readonly Reading[]): Evidence[] {
  const found = readings.flatMap((reading) => (reading.ok ? [reading.evidence] : []))
  return [...new Map(found.map((item) => [`${item.dataset}#${item.pointer}`, item])).values()]
}

/** `1 user`, `2 users`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** `1 of 4 users`. */
export function share({ n, of }: Coverage, one: string, many = `${one}s`): string {
  return `${n} of ${count(of, one, many)}`
}

/** The first few names for a sentence: `a, b, c and 4 more`. */
export function some(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}
