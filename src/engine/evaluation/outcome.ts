import type { CheckResult, Coverage } from '../model/check.ts'
import type { RequirementResult } from '../model/result.ts'
import type { Verdict } from '../model/verdict.ts'

/** What a requirement came to, before it is scored; `critical` counts only where it failed. */
export type Outcome = Omit<CheckResult, 'verdict'> &
  Pick<RequirementResult, 'accepted' | 'exceptions' | 'contradiction'> & { verdict: Verdict; level?: LevelRange }

/** The level of a requirement, where the scoring is `maturity` and the requirement is applicable. */
export interface LevelRange {
  /** The level it has whatever the unknown parts turn out to be; 0 where nothing is known. */
  least: number
  /** The level it has if they turn out well. */
  most: number
  /** The level that what is known stands for; left out where nothing is. */
  seen?: number
}

/** What a partial row earns where nothing was counted, as with the answer “partly”. */
export const PARTIAL_UNCOUNTED = 0.5

/** True for verdicts that say nothing about the tenant: never a pass, never a failure. */
export function isUnknown(verdict: Verdict): boolean {
  return verdict === 'not_licensed' || verdict === 'no_visibility' || verdict === 'not_assessed'
}

/** True for verdicts of what was seen or said to fall short. */
export function hasFailed(verdict: Verdict): boolean {
  return verdict === 'ineffective' || verdict === 'partial'
}

/** True for verdicts with which a requirement does not keep its level from being reached. */
export function holds(verdict: Verdict): boolean {
  return verdict === 'effective' || verdict === 'alternate' || verdict === 'not_applicable'
}

/** n of N as a number from 0 to 1; nothing to count is 0. */
export function shareOf({ n, of }: Coverage): number {
  return of > 0 ? Math.min(Math.max(n / of, 0), 1) : 0
}
