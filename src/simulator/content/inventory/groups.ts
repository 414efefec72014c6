import type { Recipe } from '../../tenants/recipes.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import type { Device } from './devices.ts'
import type { Person } from './people.ts'

export const GROUP_NAMES = {
  staff: 'All staff',
  breakGlass: 'Emergency access accounts',
  mfaExclusions: 'CA exclusions - multifactor authentication',
  passkeyPilot: 'Passkey pilot',
  macroUsers: 'Office macro users',
  firstWave: 'Windows devices - first wave',
  meetingRooms: 'Meeting room devices',
  helpdesk: 'Role - Helpdesk',
} as const

export type GroupName = keyof typeof GROUP_NAMES

export const groupId = (recipe: Recipe, name: GroupName): string => guidOf(recipe.seed, 'group', name)

const FIRST_WAVE_SHARE = 0.6

/** The members of groups that hold a role. */
export const helpdeskStaff = (people: readonly Person[]): Person[] =>
  people.filter(({ kind, enabled }) => kind === 'member' && enabled).slice(4, 6)

/** Transitive members of every group. */
export function groupMembers(people: readonly Person[], devices: readonly Device[]): [GroupName, Row[]][] {
  const members = people.filter(({ kind, enabled }) => kind === 'member' && enabled)
  const administrators = people.filter(({ kind }) => kind === 'administrator')
  const windows = devices.filter(({ system }) => system === 'Windows')
  const firstWave = windows.slice(0, Math.round(windows.length * FIRST_WAVE_SHARE))
  return [
    ['staff', members.map(userMember)],
    ['breakGlass', people.filter(({ kind }) => kind === 'break-glass').map(userMember)],
    ['mfaExclusions', members.slice(8, 11).map(userMember)],
    ['passkeyPilot', [...administrators, ...members.slice(0, 4)].map(userMember)],
    ['macroUsers', members.slice(12, 16).map(userMember)],
    ['firstWave', firstWave.map(deviceMember)],
    ['meetingRooms', windows.slice(-2).map(deviceMember)],
    ['helpdesk', helpdeskStaff(people).map(userMember)],
  ]
}

const userMember = ({ id, displayName, userPrincipalName }: Person): Row => ({
  '@odata.type': '#microsoft.graph.user',
  id,
  displayName,
  userPrincipalName,
})

const deviceMember = ({ objectId, name, directoryId }: Device): Row => ({
  '@odata.type': '#microsoft.graph.device',
  id: objectId,
  displayName: name,
  deviceId: directoryId,
})
