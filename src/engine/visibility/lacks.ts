import { dataset } from '../datasets/catalogue.ts'
import { LICENCE_PLANS, productsWith } from '../datasets/service-plans.ts'
import type { Lacks } from '../model/result.ts'
import { isBlocked } from './predict-coverage.ts'
import { VISIBILITY_TABLE } from './table.gen.ts'
import { LICENCES_DATASET, LICENCES_UNREAD, type Missing, type Visibility } from './visibility.ts'

const BLOCKERS = new Map(
  VISIBILITY_TABLE.flatMap(({ checks, blockers }) => checks.map((id) => [id, blockers] as const)),
)

/**
 * The missing permissions and licences that a check needs; undefined if none is missing. If either of two would be enough,
 * the permission is named, because it costs nothing.
 */
export function findLacks(check: string, { permissions, servicePlans }: Visibility): Lacks | undefined {
  const isMissing = (thing: Missing): boolean => {
    if (thing === LICENCES_UNREAD) return !servicePlans
    if (typeof thing === 'string') return !permissions.includes(thing)
    return servicePlans !== undefined && !thing.some((plan) => servicePlans.includes(plan))
  }
  const lacks = { permissions: new Set<string>(), licences: new Set<string>() }
  for (const blocker of BLOCKERS.get(check) ?? []) {
    if (!isBlocked([blocker], isMissing)) continue
    const thing = blocker.missing.find((one) => typeof one === 'string') ?? blocker.missing[0]
    if (thing === undefined) continue
    if (thing === LICENCES_UNREAD) lacks.permissions.add(dataset(LICENCES_DATASET).permission)
    else if (typeof thing === 'string') lacks.permissions.add(thing)
    else lacks.licences.add(productsWith(thing))
  }
  if (lacks.permissions.size + lacks.licences.size === 0) return undefined
  return { permissions: [...lacks.permissions].sort(), licences: [...lacks.licences].sort() }
}

/** Names of the licences that remedies may require and the tenant does not have; none if its licences could not be read. */
export function findUnlicensed({ servicePlans }: Visibility): string[] {
  if (!servicePlans) return []
  return Object.values(LICENCE_PLANS).flatMap((plans) =>
    plans.some((plan) => servicePlans.includes(plan)) ? [] : [productsWith(plans)],
  )
}
