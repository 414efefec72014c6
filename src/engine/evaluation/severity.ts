import type { Requirement } from '../model/framework.ts'
import type { Severity } from '../model/verdict.ts'
import { hasFailed, type Outcome, shareOf } from './outcome.ts'

const STEPS: readonly Severity[] = ['low', 'medium', 'high']

/** A requirement that holds for nearly everything is a step less severe. */
const NEARLY_ALL = 0.95

/**
 * Severity of a requirement whose own level is below the target: three levels or more are high, two medium, one low.
 * Undefined if there is no finding. Critical only by the published list of reasons.
 */
export function severityOfGap({ verdict, critical, level }: Outcome, target: number): Severity | undefined {
  if (!hasFailed(verdict)) return undefined
  return critical ? 'critical' : STEPS[step(target - (level?.known ?? target) - 1)]
}

/**
 * Severity of a failed or partial requirement; undefined if there is no finding. It starts from the lowest level that the
 * requirement belongs to (1 high, 2 medium, 3 low); what it protects may raise it, and being nearly complete lowers it.
 * Critical only by the published list of reasons, which the check names.
 */
export function severityOf(requirement: Requirement, outcome: Outcome): Severity | undefined {
  const { verdict, critical, coverage } = outcome
  if (!hasFailed(verdict)) return undefined
  if (critical) return 'critical'
  const start = step(STEPS.length - Math.min(...requirement.levels))
  const raised = step(start + (requirement.raisedBy ? 1 : 0))
  const nearlyAll = verdict === 'partial' && coverage !== undefined && shareOf(coverage) >= NEARLY_ALL
  return STEPS[step(raised - (nearlyAll ? 1 : 0))]
}

const step = (wanted: number): number => Math.min(Math.max(wanted, 0), STEPS.length - 1)
