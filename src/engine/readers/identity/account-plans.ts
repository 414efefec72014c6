import { fields, text } from '../../../shared/json.ts'

/**
 * Service plans that give an account a mailbox. Many plans of the service `exchange` do not (archiving, email
 * protection, `EXCHANGE_S_FOUNDATION`), so they are recognised by id. Ids: Microsoft's list of product names and
 * service plan identifiers for licensing.
 */
const MAILBOX_PLANS: ReadonlySet<string> = new Set([
  '9aaf7827-d63c-4b61-89c3-182f06f82e5c', // EXCHANGE_S_STANDARD
  'efb87545-963c-4e0d-99df-69c6916d9eb0', // EXCHANGE_S_ENTERPRISE
  '4a82b400-a79f-41a4-b4e2-e94f5787b113', // EXCHANGE_S_DESKLESS
  '1126bef5-da20-4f07-b45e-ad25d2581aa8', // EXCHANGE_S_ESSENTIALS
  '90927877-dcff-4af6-b346-2332c0b15bb7', // EXCHANGE_B_STANDARD
  'd42bdbd6-c335-4231-ab3d-c8f348d5aff5', // EXCHANGE_L_STANDARD
])

const TEAMS_PLANS: ReadonlySet<string> = new Set(['57ff2da0-773e-42df-b2af-ffb7a2317929']) // TEAMS1

/** Ids of the active plans among a user's `assignedPlans`; removed plans stay in the list as deleted. */
export function activePlans(assignedPlans: readonly unknown[]): string[] {
  return assignedPlans.map(fields).flatMap(({ servicePlanId, capabilityStatus }) => {
    const id = text(servicePlanId)?.toLowerCase()
    return id !== undefined && (capabilityStatus === 'Enabled' || capabilityStatus === 'Warning') ? [id] : []
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
