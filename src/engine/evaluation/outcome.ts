import { formatCount } from '../../shared/text/numbers.ts'
import type { CheckResult, Coverage } from '../model/check.ts'
import type { Requirement } from '../model/framework.ts'
import type { RequirementResult } from '../model/result.ts'
import type { Severity, Verdict } from '../model/verdict.ts'

/** The evaluation of a requirement before it is scored; `critical` counts only if it failed. */
export type Outcome = Omit<CheckResult, 'verdict' | 'kind' | 'atBest' | 'ifNamed' | 'invites' | 'another'> &
  Pick<
    RequirementResult,
    'accepted' | 'awaitsAnswer' | 'exceptions' | 'contradiction' | 'overruling' | 'basis' | 'quality'
  > & {
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

/** The row of an evaluated requirement. */
export function toResult(
  requirement: Requirement,
  outcome: Outcome,
  severity: Severity | undefined,
): RequirementResult {
  const { id, group, category, statement, levels, mode, remedy } = requirement
  const { verdict, basis, quality, awaitsAnswer, accepted, exceptions, observed, expected, contradiction, overruling } =
    outcome
  const { coverage, affected, limitations, evidence } = outcome
  return {
    id,
    group,
    ...(category && { category }),
    statement,
    levels: [...levels],
    mode,
    verdict,
    ...(basis && { basis }),
    ...(quality && { quality }),
    ...levelOf(outcome),
    ...(severity && { severity }),
    ...(awaitsAnswer && { awaitsAnswer }),
    ...(accepted && { accepted }),
    ...(exceptions && { exceptions }),
    observed,
    expected,
    remedy,
    ...(contradiction && { contradiction }),
    ...(overruling && { overruling }),
    ...(coverage && { coverage }),
    ...(affected && { affected }),
    limitations,
    evidence,
  }
}

/** A row has no level if nothing is known about it. */
function levelOf({ level }: Outcome): Pick<RequirementResult, 'level' | 'levelAtBest'> {
  if (!level || level.min === 0) return {}
  return { level: level.min, ...(level.max > level.min && { levelAtBest: level.max }) }
}
