/**
 * Removes from pages what Graph sends for every user and no check reads. A list is written and compressed up to twice, and all of
 * it is in memory until the run has been evaluated. Graph cannot leave it out: `$select` names properties of users, not
 * parts of them, and the report of registrations does not document it.
 */

import { fields, list } from '../../shared/json.ts'

/** Changes the items of a page in place. What does not have the usual form stays as it came. */
export type Trim = (items: unknown[]) => void

/** The objects with these properties only. */
export const pickFields =
  (...names: readonly string[]): Trim =>
  (items) => {
    for (const [index, item] of items.entries()) items[index] = pick(item, names)
  }

/** Like `pickFields`, for objects that are the value of a property. */
export const pickFieldsIn =
  (property: string, ...names: readonly string[]): Trim =>
  (items) => {
    for (const [index, item] of items.entries()) {
      const part = fields(item)[property]
      if (part !== undefined) items[index] = { ...fields(item), [property]: pick(part, names) }
    }
  }

function pick(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const from = fields(value)
  const picked: Record<string, unknown> = {}
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name]
  return picked
}

/** Texts of plans are shorter. */
const MAX_LENGTH = 64

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_LENGTH

/** Plans without the time of their assignment, and one frozen list for all users who have the same. */
export const trimAssignedPlans: Trim = (users) => {
  const known = new Map<string, readonly unknown[]>()
  for (const [index, user] of users.entries()) {
    const { assignedPlans } = fields(user)
    const trimmed = Array.isArray(assignedPlans) ? readPlans(assignedPlans) : undefined
    if (!trimmed) continue
    const shared = known.get(trimmed.key) ?? Object.freeze(trimmed.plans)
    known.set(trimmed.key, shared)
    users[index] = { ...fields(user), assignedPlans: shared }
  }
}

function readPlans(assigned: readonly unknown[]): { key: string; plans: unknown[] } | undefined {
  const plans: unknown[] = []
  let key = ''
  for (const each of list(assigned)) {
    const { servicePlanId, capabilityStatus } = fields(each)
    if (!isShort(servicePlanId) || !isShort(capabilityStatus)) return undefined
    plans.push({ servicePlanId, capabilityStatus })
    key += `${servicePlanId} ${capabilityStatus},`
  }
  return { key, plans }
}
