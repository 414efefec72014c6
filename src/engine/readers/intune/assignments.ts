import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { WindowsFleet } from '../devices/windows-fleet.ts'

/**
 * How certainly something reaches a device. The order matters: if it reaches a device in two ways, the better one counts,
 * so states combine by maximum.
 */
export const REACH = {
  none: 0,
  /** A policy sets another value. */
  contrary: 1,
  /** Unknown: a group or the assignments themselves could not be read. */
  unread: 2,
  /** Unknown: an assignment filter narrows the assignment, and which devices remain is not read. */
  filtered: 3,
  /** Two policies set different values. */
  conflict: 4,
  sure: 5,
} as const

/** One state of `REACH` per device of the fleet. */
export type States = Uint8Array

export interface Reached {
  states: States
  /** True if there is any assignment. */
  assigned: boolean
  /** True if every inclusion names a group. */
  onlyGroups: boolean
  limitations: string[]
}

interface Members {
  /** False if some members are unknown; the devices below are still members. */
  ok: boolean
  deviceIndexes: readonly number[]
  /** Why some are unknown. */
  reason: string
}

/**
 * Which devices of the fleet the assignments of a policy reach. Devices are reached as members of a group or through
 * their primary user. Exclusions always count, even if Intune would not mix user and device groups, so that coverage is
 * too low rather than too high.
 */
export function reachOf(tenant: TenantReading, fleet: WindowsFleet, policy: unknown): Reached {
  const states = new Uint8Array(fleet.devices.length)
  const { assignments, isAssigned, 'assignments@odata.nextLink': more } = fields(policy)
  if (!Array.isArray(assignments) || more !== undefined) {
    if (isAssigned !== false) states.fill(REACH.unread)
    const limitations = isAssigned === false ? [] : ['The assignments of a policy could not be read.']
    return { states, assigned: isAssigned !== false, onlyGroups: false, limitations }
  }
  const limitations = new Set<string>()
  const targets = assignments.map((assignment) => fields(fields(assignment).target))
  const included = targets.filter((target) => !kind(target).startsWith('exclusion'))
  for (const target of included) include(tenant, fleet, target, states, limitations)
  for (const target of targets.filter((candidate) => kind(candidate).startsWith('exclusion'))) {
    exclude(tenant, fleet, target, states, limitations)
  }
  return {
    states,
    assigned: included.length > 0,
    onlyGroups: included.every((target) => kind(target) === 'groupAssignmentTarget'),
    limitations: [...limitations],
  }
}

const kind = (target: unknown): string => (text(fields(target)['@odata.type']) ?? '').replace('#microsoft.graph.', '')

function include(
  tenant: TenantReading,
  fleet: WindowsFleet,
  target: unknown,
  states: States,
  limitations: Set<string>,
): void {
  const filter = text(fields(target).deviceAndAppManagementAssignmentFilterType)
  const filtered = filter === 'include' || filter === 'exclude'
  const state = filtered ? REACH.filtered : REACH.sure
  if (filtered) limitations.add('An assignment filter narrows a policy; the devices it selects cannot be seen.')
  switch (kind(target)) {
    case 'allDevicesAssignmentTarget':
      for (let deviceIndex = 0; deviceIndex < states.length; deviceIndex++) raise(states, deviceIndex, state)
      return
    case 'allLicensedUsersAssignmentTarget':
      for (const deviceIndexes of fleet.byUserId.values())
        for (const deviceIndex of deviceIndexes) raise(states, deviceIndex, state)
      return
    case 'groupAssignmentTarget': {
      const members = membersOf(tenant, fleet, target)
      if (!members.ok) unreadAll(states, members.reason, limitations)
      for (const deviceIndex of members.deviceIndexes) raise(states, deviceIndex, state)
      return
    }
    default:
      unreadAll(states, `A policy is assigned in a way that we do not know (${kind(target)}).`, limitations)
  }
}

function exclude(
  tenant: TenantReading,
  fleet: WindowsFleet,
  target: unknown,
  states: States,
  limitations: Set<string>,
): void {
  const members = membersOf(tenant, fleet, target)
  for (const deviceIndex of members.deviceIndexes) states[deviceIndex] = REACH.none
  if (members.ok) return
  limitations.add(members.reason)
  // Any reached device might be in the excluded group.
  for (const [deviceIndex, state] of states.entries()) if (state > REACH.unread) states[deviceIndex] = REACH.unread
}

function unreadAll(states: States, reason: string, limitations: Set<string>): void {
  limitations.add(reason)
  for (let deviceIndex = 0; deviceIndex < states.length; deviceIndex++) raise(states, deviceIndex, REACH.unread)
}

function raise(states: States, deviceIndex: number, state: number): void {
  if ((states[deviceIndex] ?? 0) < state) states[deviceIndex] = state
}

// Many policies are assigned to the same few groups.
const groupsRead = perTenant(() => new Map<string, Members>())

function membersOf(tenant: TenantReading, fleet: WindowsFleet, target: unknown): Members {
  const groupId = text(fields(target).groupId)
  if (groupId === undefined) return { ok: false, deviceIndexes: [], reason: 'An assignment names no group.' }
  const members = groupsRead(tenant).get(groupId) ?? readMembers(tenant, fleet, groupId)
  groupsRead(tenant).set(groupId, members)
  return members
}

/** The devices of a group: its device objects, and the devices of its users. */
function readMembers(tenant: TenantReading, fleet: WindowsFleet, groupId: string): Members {
  const reading = readDataset(tenant, 'groupMembers', groupId)
  if (!reading.ok) return { ok: false, deviceIndexes: [], reason: reading.reason }
  const deviceIndexes: number[] = []
  let unnamed = 0
  for (const member of list(reading.value).map(fields)) {
    if (kind(member) === 'device' && !text(member.deviceId)) unnamed += 1
    const device = fleet.byDirectoryDeviceId.get(text(member.deviceId)?.toLowerCase() ?? '')
    if (device !== undefined) deviceIndexes.push(device)
    deviceIndexes.push(...(fleet.byUserId.get(text(member.id)?.toLowerCase() ?? '') ?? []))
  }
  return unnamed === 0 ? { ok: true, deviceIndexes, reason: '' } : { ok: false, deviceIndexes, reason: UNNAMED_DEVICES }
}

/** For members of a kind that the application may not read, Graph returns only the type and object id. */
const UNNAMED_DEVICES = `Which devices are in a group could not be read: grant Device.Read.All.`
