import { perTenant } from '../../datasets/reading.ts'
import type { Person } from '../identity/people.ts'
import { roleHoldersOf } from './role-holders.ts'
import { rolesOf } from './roles.ts'

export interface Administrators {
  /** Whether a person holds or may activate a role that can change something, as far as is known. */
  has(person: Person): boolean
  /** Whether anybody else may be an administrator, because not all role holders could be read. */
  unsure: boolean
}

export const administratorsOfDirectory = perTenant((tenant): Administrators => {
  const { holders, missing } = roleHoldersOf(tenant)
  const ids = new Set(holders.map(({ id }) => id))
  return { has: ({ id }) => ids.has(id), unsure: !rolesOf(tenant).active.ok || missing.length > 0 }
})
