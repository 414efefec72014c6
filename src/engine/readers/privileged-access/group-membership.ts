import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { dataset } from '../../datasets/catalogue.ts'
import { snapshotKey } from '../../datasets/dataset.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { endOf, type RoleHolding } from './role-holding.ts'

interface EligibleMember {
  /** In lower case. */
  id: string
  principal: Fields
  /** When the eligibility ends, as the API writes it; omitted if it does not. */
  until?: string
}

export interface GroupMembership {
  reading: Reading
  /** People and groups that may activate a time-limited membership. */
  eligible: readonly EligibleMember[]
}

/** Membership of a group under Privileged Identity Management. Shape: `privilegedAccessGroupEligibilityScheduleInstance`. */
export function groupMembershipOf(tenant: TenantReading, groupId: string): GroupMembership {
  const reading = readDataset(tenant, 'groupEligibilities', groupId)
  const items = list(reading.ok ? reading.value : undefined).map(fields)
  return {
    reading,
    eligible: items.flatMap((item) => {
      const id = text(item.principalId)?.toLowerCase()
      if (id === undefined || item.accessId !== 'member') return []
      return [{ id, principal: fields(item.principal), ...endOf(item) }]
    }),
  }
}

/**
 * The people who may activate membership, including those in groups that may; `unread` if this is not known. Neither dynamic
 * groups nor groups synchronised from on-premises can be under Privileged Identity Management: Entra documentation,
 * "Privileged Identity Management (PIM) for Groups".
 */
export function eligibleMembersOf(tenant: TenantReading, groupId: string): { ids: string[]; unread: Failed[] } {
  const { reading, eligible } = groupMembershipOf(tenant, groupId)
  if (!reading.ok)
    return { ids: [], unread: reading.verdict === 'not_licensed' || isFixed(tenant, groupId) ? [] : [reading] }
  const groups = eligible.filter(({ principal }) => text(principal['@odata.type'])?.toLowerCase().endsWith('.group'))
  const nested = groups.map(({ id }) => readDataset(tenant, 'groupMembers', id))
  return {
    ids: [
      ...eligible.filter((member) => !groups.includes(member)).map(({ id }) => id),
      ...nested.flatMap((members) => memberIdsIn(members)),
    ],
    unread: nested.flatMap((members) => (members.ok ? [] : [members])),
  }
}

/** Whether nobody can be eligible for membership of this group. */
function isFixed(tenant: TenantReading, groupId: string): boolean {
  const members = tenant.snapshot.responses[snapshotKey(dataset('groupMembers'), groupId)]
  const group = readDataset(tenant, 'groups', groupId)
  const { groupTypes, onPremisesSyncEnabled } = fields(group.ok ? group.value : undefined)
  return members?.status === 404 || onPremisesSyncEnabled === true || texts(groupTypes).includes('DynamicMembership')
}

/** The ids in a list of members, in lower case; none if the list was not read. */
export const memberIdsIn = (members: Reading): string[] =>
  list(members.ok ? members.value : undefined).flatMap((member) => text(fields(member).id)?.toLowerCase() ?? [])

/**
 * A group's role as one of its members holds it. A member who is also eligible has activated the membership and holds the
 * role only until it ends. Without a licence nobody can be eligible.
 */
export function holdingOfMember(
  { reading, eligible }: GroupMembership,
  holding: RoleHolding,
  memberId: string,
): RoleHolding {
  const eligibility = eligible.find(({ id }) => id === memberId.toLowerCase())
  if (eligibility) return { ...holding, standing: false, ...earlierEnd(holding, eligibility) }
  const isUnread = !reading.ok && reading.verdict !== 'not_licensed'
  return isUnread ? { ...holding, isDurationUnread: true } : holding
}

/** A group's role as held by somebody who may become a member. */
export const holdingOfEligible = (eligibility: EligibleMember, holding: RoleHolding): RoleHolding => ({
  ...holding,
  active: false,
  standing: false,
  ...earlierEnd(holding, eligibility),
})

function earlierEnd(one: { until?: string }, other: { until?: string }): { until?: string } {
  const ends = [one.until, other.until].filter((end) => end !== undefined)
  const [first] = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return first === undefined ? {} : { until: first }
}
