import type { CheckResult } from '../../model/check.ts'
import type { Evidence, Reading } from '../../model/tenant-reading.ts'

export type Failed = Extract<Reading, { ok: false }>

/** The result when readings failed: never a pass, never a failure. The worst reading decides the verdict. */
export function unknown(failed: Failed | readonly [Failed, ...Failed[]], expected: string): CheckResult {
  const all = 'ok' in failed ? [failed] : failed
  const reasons = [...new Set(all.map((reading) => reading.reason))]
  return {
    verdict: all.some((reading) => reading.verdict === 'no_visibility') ? 'no_visibility' : 'not_licensed',
    observed: `This could not be evaluated. ${reasons.join(' ')}`,
    expected,
    evidence: [],
    limitations: reasons,
  }
}

/**
 * Spread this into a result: the first 100 names and the total, or nothing if nothing fails. `allNamed` means that only
 * these items prevent the result from being effective.
 */
export function affected(names: readonly string[], allNamed = false): Pick<CheckResult, 'affected' | 'allNamed'> {
  return affectedItems(names, (name) => name, allNamed)
}

/** Like `affected`, but makes names only for the items that are shown. */
export function affectedItems<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  allNamed = false,
): Pick<CheckResult, 'affected' | 'allNamed'> {
  if (items.length === 0) return {}
  return { affected: { items: items.slice(0, 100).map(nameOf), total: items.length }, ...(allNamed && { allNamed }) }
}

/** The evidence of the readings that succeeded, without duplicates. */
export function evidenceOf(...readings: readonly Reading[]): Evidence[] {
  const found = readings.flatMap((reading) => (reading.ok ? [reading.evidence] : []))
  return [...new Map(found.map((item) => [`${item.dataset}#${item.pointer}`, item])).values()]
}

/**
 * A shortfall that does not decide the demand, because other means may meet it: what was found is shown, and people answer.
 */
export function leaveOpen(result: CheckResult): CheckResult {
  if (result.verdict !== 'partial' && result.verdict !== 'ineffective') return result
  const { allNamed: _, ...open } = result
  return { ...open, verdict: 'no_visibility', kind: 'absent' }
}

/**
 * A failure of one product where another may do the same: it stays one, until people answer and name the other product or
 * attach a file that shows it. Where the product holds for most, it is the one in use, and what it lacks counts. `another` is a
 * subject, as in `another antivirus product`.
 */
export const leaveToNamed = (result: CheckResult, another: string): CheckResult =>
  result.verdict === 'ineffective' ? toNamed(result, another) : result

/**
 * Like `leaveToNamed`, for any shortfall where another product was seen to be in use, or where people may do the same by hand and
 * `describe` how.
 */
export function toNamed(result: CheckResult, another: string, say: 'name' | 'describe' = 'name'): CheckResult {
  const invites = `If ${another} does this instead, people can say so and ${say} it in their answer, which then counts.`
  return { ...result, kind: 'absent', ifNamed: true, invites, another }
}
