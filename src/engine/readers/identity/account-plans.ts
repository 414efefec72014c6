import { fields, text } from '../../../shared/json.ts'
import { isActivePlan, MAILBOX_PLANS, TEAMS_PLANS } from '../../datasets/service-plans.ts'

/** Ids of the active plans among a user's `assignedPlans`. */
export function activePlans(assignedPlans: readonly unknown[]): string[] {
  return assignedPlans.map(fields).flatMap(({ servicePlanId, capabilityStatus }) => {
    const id = text(servicePlanId)?.toLowerCase()
    return id !== undefined && isActivePlan(capabilityStatus) ? [id] : []
  })
}

/** Whether a user's plans include a mailbox or Teams; undefined if the plans are unknown. */
export function communicationPlans(assignedPlans: unknown): { mailbox: boolean; teams: boolean } | undefined {
  if (!Array.isArray(assignedPlans)) return undefined
  const ids = activePlans(assignedPlans)
  return { mailbox: ids.some((id) => MAILBOX_PLANS.has(id)), teams: ids.some((id) => TEAMS_PLANS.has(id)) }
}

export const OTHER_MAIL =
  'Mailboxes outside Exchange Online, and shared mailboxes that an account may open, are not read.'
