import type { CheckResult } from '../model/check.ts'
import type { Requirement, Scoring } from '../model/framework.ts'
import type { LevelAnswer } from '../model/questionnaire.ts'
import type { Severity } from '../model/verdict.ts'
import { hasFailed, type Outcome, shareOf } from './outcome.ts'
import { holdsInPart, READ } from './reading-level.ts'

const STEPS: readonly Severity[] = ['low', 'medium', 'high']

/** From this share on, a partial requirement is one step less severe. */
const NEARLY_ALL = 0.95

/**
 * Severity of a requirement whose level is below the target: three levels or more are high, two medium, one low. Undefined
 * without a finding. Critical only for a reason that is on the published list.
 */
export function severityOfGap(
  { verdict, critical, level }: Pick<Outcome, 'verdict' | 'critical' | 'level'>,
  target: number,
): Severity | undefined {
  if (!hasFailed(verdict)) return undefined
  return critical ? 'critical' : severityBelow(target - (level?.known ?? target))
}

/** Severity of what is this many levels below its target, without a critical reason. */
export const severityBelow = (levels: number): Severity | undefined => STEPS[step(levels - 1)]

/**
 * Severity of a failed or partial requirement; undefined without a finding. It starts from the lowest level that the
 * requirement belongs to (1 high, 2 medium, 3 low); what it protects may raise it, and being nearly complete lowers it.
 * Critical only if the check gives a reason on the published list.
 */
export function severityOf(
  requirement: Pick<Requirement, 'levels' | 'raisedBy'>,
  outcome: Pick<Outcome, 'verdict' | 'critical' | 'coverage'>,
): Severity | undefined {
  const { verdict, critical, coverage } = outcome
  if (!hasFailed(verdict)) return undefined
  if (critical) return 'critical'
  const start = step(STEPS.length - Math.min(...requirement.levels))
  const raised = step(start + (requirement.raisedBy ? 1 : 0))
  const nearlyAll = verdict === 'partial' && coverage !== undefined && shareOf(coverage) >= NEARLY_ALL
  return STEPS[step(raised - (nearlyAll ? 1 : 0))]
}

/**
 * How severe a requirement would be if one check or people's answer were the only cause; undefined if that does not fall
 * short, or if the target does not ask for the requirement.
 */
export function severityOfCause(
  scoring: Scoring,
  requirement: Pick<Requirement, 'levels' | 'raisedBy'>,
  cause: Pick<CheckResult, 'verdict' | 'critical' | 'coverage'> & { level?: LevelAnswer },
  target: number,
): Severity | undefined {
  const { verdict, critical } = cause
  if (!requirement.levels.includes(target) || (verdict !== 'partial' && verdict !== 'ineffective')) return undefined
  if (scoring !== 'maturity') return severityOf(requirement, cause)
  const read = holdsInPart(cause) ? READ.partly : READ.hardly
  const known = typeof cause.level === 'number' ? cause.level : read
  return severityOfGap({ verdict, ...(critical && { critical }), level: { min: known, max: known, known } }, target)
}

const step = (wanted: number): number => Math.min(Math.max(wanted, 0), STEPS.length - 1)
