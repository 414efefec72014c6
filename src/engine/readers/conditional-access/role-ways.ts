import type { RoleHolding } from '../privileged-access/role-holding.ts'

/** Roles that a person can have active at the same time. */
export type RoleWay = readonly RoleHolding[]

/**
 * The sets of active roles with which a person may sign in. Policies include and exclude people by active roles, so each
 * eligible role is tried alone, and all of them together: two policies that each exclude one role may together cover nothing.
 */
export function roleWays(holdings: readonly RoleHolding[]): RoleWay[] {
  const active = holdings.filter((holding) => holding.active)
  return [active, ...activations(active, holdings)]
}

/** Like `roleWays`, for a demand on administrators alone: an eligible person without an active role is not yet an administrator. */
export function administratorWays(holdings: readonly RoleHolding[]): RoleWay[] {
  const active = holdings.filter((holding) => holding.active)
  return [...(active.length > 0 ? [active] : []), ...activations(active, holdings)]
}

function activations(active: RoleWay, holdings: readonly RoleHolding[]): RoleWay[] {
  const eligible = holdings.filter((holding) => !holding.active)
  return [...eligible.map((holding) => [...active, holding]), ...(eligible.length > 1 ? [holdings] : [])]
}
