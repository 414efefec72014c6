import { formatCount } from '../../shared/text/numbers.ts'
import type { CheckResult, Coverage } from '../model/check.ts'
import type { RequirementResult } from '../model/result.ts'
import type { Verdict } from '../model/verdict.ts'

/** The evaluation of a requirement before it is scored; `critical` counts only if it failed. */
export type Outcome = Omit<CheckResult, 'verdict' | 'kind' | 'atBest' | 'ifNamed' | 'invites' | 'another'> &
  Pick<RequirementResult, 'accepted' | 'awaitsAnswer' | 'exceptions' | 'contradiction' | 'basis' | 'quality'> & {
    verdict: Verdict
    level?: LevelRange
  }

/** The level of a requirement, if the scoring is `maturity` and the requirement is applicable. */
export interface LevelRange {
  /** The level if everything unknown turns out badly; 0 if nothing is known. */
  min: number
  /** The level if everything unknown turns out well. */
  max: number
  /** The lowest known level; absent if nothing is known. */
  known?: number
  /** The lowest known level if its unread parts turn out well. */
  knownAtBest?: number
}

/** Whether the requirement is known to fall short. */
export function hasFailed(verdict: Verdict): boolean {
  return verdict === 'ineffective' || verdict === 'partial'
}

/** Whether the level of a requirement can be reached with this verdict. */
export function holds(verdict: Verdict): boolean {
  return verdict === 'effective' || verdict === 'alternate' || verdict === 'not_applicable'
}

/** In words: `3 of 4`, or `75% of measured devices`. */
export const shareText = ({ n, of, percent }: Coverage): string =>
  percent ? `${n}% of measured devices` : `${formatCount(n)} of ${formatCount(of)}`

/** n of N as a number from 0 to 1; 0 if there is nothing to count. */
export function shareOf({ n, of }: Coverage): number {
  return of > 0 ? Math.min(Math.max(n / of, 0), 1) : 0
}
