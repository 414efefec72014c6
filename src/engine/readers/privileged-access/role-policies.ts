import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { durationDays } from '../identity/durations.ts'

/** What Privileged Identity Management asks for one role; undefined where its policy does not say. */
export interface RolePolicy {
  /** Whether activating the role takes somebody's approval. */
  needsApproval: boolean | undefined
  /** The most days for which somebody can be made eligible; infinite where it may be for good. */
  eligibleDays: number | undefined
  /** Whether a mail to an address that is named tells of each of these. */
  alerts: Readonly<Record<RoleEvent, boolean | undefined>>
}

/** Somebody is made eligible for a role, is given it at once, or activates it. */
export type RoleEvent = 'eligible' | 'assigned' | 'activated'

/** The policies of directory roles, by role template id in lower case. Shape: Graph `unifiedRoleManagementPolicy`. */
export const rolePoliciesOf = perTenant(
  (tenant: TenantReading): { reading: Reading; byRole: ReadonlyMap<string, RolePolicy> } => {
    const reading = readDataset(tenant, 'rolePolicies')
    const byRole = new Map<string, RolePolicy>()
    for (const assignment of list(reading.ok ? reading.value : undefined).map(fields)) {
      const role = text(assignment.roleDefinitionId)?.toLowerCase()
      if (role === undefined) continue
      const rules = list(fields(assignment.policy).rules).map(fields)
      const rule = (id: string): Fields => fields(rules.find((candidate) => candidate.id === id))
      const approval = fields(rule('Approval_EndUser_Assignment').setting).isApprovalRequired
      byRole.set(role, {
        needsApproval: typeof approval === 'boolean' ? approval : undefined,
        eligibleDays: daysOf(rule('Expiration_Admin_Eligibility')),
        alerts: {
          eligible: notifiesAddress(rule('Notification_Admin_Admin_Eligibility')),
          assigned: notifiesAddress(rule('Notification_Admin_Admin_Assignment')),
          activated: notifiesAddress(rule('Notification_Admin_EndUser_Assignment')),
        },
      })
    }
    return { reading, byRole }
  },
)

function notifiesAddress({ notificationRecipients, notificationLevel }: Fields): boolean | undefined {
  if (!Array.isArray(notificationRecipients)) return undefined
  return texts(notificationRecipients).some((address) => address !== '') && notificationLevel !== 'None'
}

function daysOf({ isExpirationRequired, maximumDuration }: Fields): number | undefined {
  if (isExpirationRequired === false) return Number.POSITIVE_INFINITY
  return isExpirationRequired === true ? durationDays(text(maximumDuration) ?? '') : undefined
}

/** Names of directory roles by template id in lower case, as far as they could be read. */
export const roleNames = perTenant((tenant): ReadonlyMap<string, string> => {
  const reading = readDataset(tenant, 'directoryRoles')
  const roles = list(reading.ok ? reading.value : undefined).map(fields)
  return new Map(
    roles.map((role) => [text(role.roleTemplateId)?.toLowerCase() ?? '', text(role.displayName) ?? 'a role']),
  )
})
