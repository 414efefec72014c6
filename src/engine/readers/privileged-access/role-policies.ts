import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { durationDays } from '../values/durations.ts'

/** What Privileged Identity Management demands for one role; undefined if its policy does not say. */
export interface RolePolicy {
  /** Whether activating the role needs approval. */
  needsApproval: boolean | undefined
  /** The maximum number of days of an eligibility; infinite if it may be permanent. */
  eligibleDays: number | undefined
  /** Whether each event sends email to a named address. */
  alerts: Readonly<Record<RoleEvent, boolean | undefined>>
}

/** Somebody is made eligible for a role, is assigned it directly, or activates it. */
export type RoleEvent = 'eligible' | 'assigned' | 'activated'

/** The policies of directory roles, by role template id in lower case. Shape: Graph `unifiedRoleManagementPolicy`. */
export const rolePoliciesOf = perTenant(
  (tenant: TenantReading): { reading: Reading; byRole: ReadonlyMap<string, RolePolicy> } => {
    const reading = readDataset(tenant, 'rolePolicies')
    const byRole = new Map<string, RolePolicy>()
    for (const assignment of list(reading.ok ? reading.value : undefined).map(fields)) {
      const role = text(assignment.roleDefinitionId)?.toLowerCase()
      if (role !== undefined) byRole.set(role, policyIn(assignment))
    }
    return { reading, byRole }
  },
)

/** The policy for becoming a member of a group that holds a role; undefined if it was not read or the group has none. */
export function memberPolicyOf(
  tenant: TenantReading,
  groupId: string,
): { reading: Reading; policy: RolePolicy | undefined } {
  const reading = readDataset(tenant, 'groupRolePolicies', groupId)
  const assignments = list(reading.ok ? reading.value : undefined).map(fields)
  const member = assignments.find(({ roleDefinitionId }) => roleDefinitionId === 'member')
  return { reading, policy: member && policyIn(member) }
}

function policyIn({ policy }: Fields): RolePolicy {
  const rules = list(fields(policy).rules).map(fields)
  const rule = (id: string): Fields => fields(rules.find((candidate) => candidate.id === id))
  const approval = fields(rule('Approval_EndUser_Assignment').setting).isApprovalRequired
  return {
    needsApproval: typeof approval === 'boolean' ? approval : undefined,
    eligibleDays: daysOf(rule('Expiration_Admin_Eligibility')),
    alerts: {
      eligible: notifiesAddress(rule('Notification_Admin_Admin_Eligibility')),
      assigned: notifiesAddress(rule('Notification_Admin_Admin_Assignment')),
      activated: notifiesAddress(rule('Notification_Admin_EndUser_Assignment')),
    },
  }
}

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
