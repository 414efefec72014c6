import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Parameters } from '../../model/check.ts'
import type { Reading } from '../../model/tenant-reading.ts'

/**
 * The user types of Conditional Access, as far as the directory distinguishes them; and service providers' people, who
 * administer a tenant by delegation and have no account in it.
 */
export type PersonKind =
  | 'member'
  | 'internalGuest'
  | 'b2bCollaborationGuest'
  | 'b2bCollaborationMember'
  | 'serviceProvider'

export interface Person {
  /** Object id in lower case. */
  id: string
  /** The user principal name, otherwise the display name, otherwise the id. */
  name: string
  kind: PersonKind
}

export interface People {
  reading: Reading
  /** Accounts that can sign in, members and guests. */
  enabled: readonly Person[]
  /** Every account, including disabled ones, as the directory returns it, by id in lower case. */
  accounts: ReadonlyMap<string, Fields>
}

/** The accounts of the directory. An account counts as enabled unless the directory says otherwise. */
export const peopleOf = perTenant((tenant): People => {
  const reading = readDataset(tenant, 'users')
  const enabled: Person[] = []
  const accounts = new Map<string, Fields>()
  for (const item of list(reading.ok ? reading.value : undefined)) {
    const user = fields(item)
    const id = text(user.id)?.toLowerCase()
    if (id === undefined) continue
    accounts.set(id, user)
    if (user.accountEnabled === false) continue
    enabled.push({ id, name: text(user.userPrincipalName) ?? text(user.displayName) ?? id, kind: kindOf(user) })
  }
  return { reading, enabled, accounts }
})

function kindOf(user: Fields): PersonKind {
  const external = text(user.userPrincipalName)?.includes('#EXT#') === true || text(user.externalUserState)
  if (text(user.userType)?.toLowerCase() === 'guest') return external ? 'b2bCollaborationGuest' : 'internalGuest'
  return external ? 'b2bCollaborationMember' : 'member'
}

/** Guests belong to other organisations; external members are counted like the organisation's own people. */
export const isGuest = ({ kind }: Person): boolean => kind === 'internalGuest' || kind === 'b2bCollaborationGuest'

/** Separates declared emergency access accounts, by object id or user principal name, from all others. */
export function setAsideBreakGlass(
  people: readonly Person[],
  parameters: Parameters,
): { counted: Person[]; aside: Person[] } {
  const declared = new Set(parameters.breakGlass.map((entry) => entry.toLowerCase()))
  if (declared.size === 0) return { counted: [...people], aside: [] }
  const counted: Person[] = []
  const aside: Person[] = []
  for (const person of people) {
    const isDeclared = declared.has(person.id) || declared.has(person.name.toLowerCase())
    ;(isDeclared ? aside : counted).push(person)
  }
  return { counted, aside }
}
