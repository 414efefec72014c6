import type { Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { Person } from '../identity/people.ts'
import { privilegedAccounts, VIEW_ONLY_ROLES } from './accounts.ts'
import { rolesOf } from './roles.ts'

export interface Administrators {
  /** Whether a person holds or may activate a role that can change something, as far as is known. */
  has(person: Person): boolean
  /** Whether anybody else may be an administrator: not all holders of roles could be read. */
  unsure: boolean
}

export function administratorsAmong(tenant: TenantReading, parameters: Parameters): Administrators {
  const { holdings } = rolesOf(tenant)
  const read = privilegedAccounts(tenant, parameters)
  return {
    has: ({ id }) => holdings.get(id)?.some(({ role }) => !VIEW_ONLY_ROLES.has(role)) === true,
    unsure: !read.ok || read.missing.length > 0,
  }
}
