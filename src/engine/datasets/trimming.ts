/**
 * Removes from pages what no check reads. A list is written and compressed up to twice, and all of it is in memory until the run
 * has been evaluated. Graph cannot leave it out: `$select` names properties, not parts of them, and several APIs do not
 * document it.
 */

import { type Fields, fields, list, text } from '../../shared/json.ts'
import { COMMUNICATION_PLANS, isActivePlan } from './service-plans.ts'

/** Changes the items of a page in place. What does not have the usual form stays as it came. */
export type Trim = (items: unknown[]) => void

/** The objects with these properties only. */
export const pickFields =
  (...names: readonly string[]): Trim =>
  (items) => {
    for (const [index, item] of items.entries()) items[index] = pick(item, names)
  }

/** Like `pickFields`, for the object that is the value of a property, or the objects in the list that it is. */
export const pickFieldsIn =
  (property: string, ...names: readonly string[]): Trim =>
  (items) => {
    for (const [index, item] of items.entries()) {
      const part = fields(item)[property]
      if (part === undefined) continue
      const picked = Array.isArray(part) ? list(part).map((one) => pick(one, names)) : pick(part, names)
      items[index] = { ...fields(item), [property]: picked }
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

/** A service plan of a user, as Graph writes it. */
interface Plan {
  servicePlanId: string
  capabilityStatus: string
}

/**
 * The plans that checks tell apart, without the time of their assignment, and one of the others that are active, which shows
 * that the user has a licence. All users with the same plans share one frozen list.
 */
export const trimAssignedPlans: Trim = (users) => {
  const known = new Map<string, readonly Plan[]>()
  for (const [index, user] of users.entries()) {
    const { assignedPlans } = fields(user)
    const plans = Array.isArray(assignedPlans) ? readPlans(assignedPlans) : undefined
    if (!plans) continue
    const key = plans.map(({ servicePlanId, capabilityStatus }) => `${servicePlanId} ${capabilityStatus}`).join()
    const shared = known.get(key) ?? Object.freeze(plans)
    known.set(key, shared)
    users[index] = { ...fields(user), assignedPlans: shared }
  }
}

function readPlans(assigned: readonly unknown[]): Plan[] | undefined {
  const plans: Plan[] = []
  let other: Plan | undefined
  for (const each of list(assigned)) {
    const { servicePlanId, capabilityStatus } = fields(each)
    if (!isShort(servicePlanId) || !isShort(capabilityStatus)) return undefined
    const isCommunication = COMMUNICATION_PLANS.has(servicePlanId.toLowerCase())
    if (isCommunication) plans.push({ servicePlanId, capabilityStatus })
    else if (isActivePlan(capabilityStatus)) other ??= { servicePlanId, capabilityStatus }
  }
  return other ? [...plans, other] : plans
}

/** The rules of Privileged Identity Management that checks read. */
const POLICY_RULES: ReadonlySet<string> = new Set([
  'Approval_EndUser_Assignment',
  'Expiration_Admin_Eligibility',
  'Notification_Admin_Admin_Eligibility',
  'Notification_Admin_Admin_Assignment',
  'Notification_Admin_EndUser_Assignment',
])

/** Policies with the rules that checks read, without their targets, which repeat the id. Every role has seventeen rules. */
export const trimPolicyRules: Trim = (assignments) => {
  for (const [index, assignment] of assignments.entries()) {
    const policy = fields(fields(assignment).policy)
    if (!Array.isArray(policy.rules)) continue
    const rules = list(policy.rules).map(fields).filter(isRead).map(withoutTarget)
    assignments[index] = { ...fields(assignment), policy: { ...policy, rules } }
  }
}

const isRead = ({ id }: Fields): boolean => POLICY_RULES.has(text(id) ?? '')

const withoutTarget = ({ target: _, ...rule }: Fields): Fields => rule
