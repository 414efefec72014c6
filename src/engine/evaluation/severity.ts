import type { Requirement } from '../model/framework.ts'
import type { Severity } from '../model/verdict.ts'
import { hasFailed, type Outcome, shareOf } from './outcome.ts'

const STEPS: readonly Severity[] = ['low', 'medium', 'high']

/** A requirement that holds for nearly everything is a step less severe. */
const NEARLY_ALL = 0.95

/**
 * How bad it is that a requirement with a level of its own is below the target: three levels or more are high, two
 * medium, one low. Undefined where there is no finding. Critical only by the published list of reasons.
 */
export function severityOfGap({ verdict, critical, level }: Outcome, target: number): Severity | undefined {
  if (!hasFailed(verdict)) return undefined
  return critical ? 'critical' : STEPS[step(target - (level?.seen ?? target) - 1)]
}

/**
 * How bad a failed or partial requirement is; undefined where there is no finding. The lowest level it belongs to sets
 * the start (1 high, 2 medium, 3 low), what it protects may raise it, near completeness lowers it. Only the published
 * list of reasons, which the check names, makes it critical.
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
