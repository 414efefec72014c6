/** Which maturity level a reading shows. */

import type { CheckResult, Unit } from '../model/check.ts'
import { shareOf } from './outcome.ts'

/**
 * A setting that holds everywhere is level 3, enforced by a rule; levels 4 and 5 mean that people measure and improve it,
 * which no reading shows. A setting that holds in part is level 2; otherwise level 1.
 */
export const READ = { everywhere: 3, partly: 2, hardly: 1 } as const

/** From this share on, something is done in some areas, rather than only now and then. */
const IN_SOME_AREAS = 0.5

/** People are not counted by percentage: a single account without protection is a way in. */
const NEVER_BY_SHARE: ReadonlySet<Unit> = new Set<Unit>([
  'user',
  'privileged account',
  'highly privileged account',
  'highly privileged role or group',
  'role',
])

type Counted = Pick<CheckResult, 'verdict' | 'coverage'>

/** Whether a reading that falls short still holds for half of the devices, settings or incidents that it counts. */
function holdsInSomeAreas({ verdict, coverage }: Counted): boolean {
  if (verdict !== 'ineffective' || !coverage || shareOf(coverage) < IN_SOME_AREAS) return false
  return coverage.percent === true || (coverage.counts !== undefined && !NEVER_BY_SHARE.has(coverage.counts))
}

export const holdsInPart = (result: Counted): boolean =>
  result.verdict === 'effective' || result.verdict === 'partial' || holdsInSomeAreas(result)
