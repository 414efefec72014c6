import type { Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { peopleOf, setAsideBreakGlass } from '../identity/people.ts'
import { privilegedAccounts } from './accounts.ts'
import { presumedEmergency } from './emergency-accounts.ts'

/** The emergency access accounts of a tenant, by id: the same in every row of a report. */
export interface EmergencyAccounts {
  declared: ReadonlySet<string>
  presumed: ReadonlySet<string>
  /** Accounts that may be for emergencies: what decides it could not be read. */
  unsure: ReadonlySet<string>
  limitations: readonly string[]
}

/**
 * Accounts to set aside in rows about people. If the role holders are not completely known, an account may have further
 * roles, or be one of more than two that look alike, so none is presumed.
 */
export function emergencyAccountsOf(tenant: TenantReading, parameters: Parameters): EmergencyAccounts {
  const { aside } = setAsideBreakGlass(peopleOf(tenant).enabled, parameters)
  const declared: ReadonlySet<string> = new Set(aside.map(({ id }) => id))
  const none: ReadonlySet<string> = new Set()
  const read = privilegedAccounts(tenant, parameters)
  if (!read.ok) return { declared, presumed: none, unsure: none, limitations: [] }
  const emergency = presumedEmergency(tenant, parameters, read.accounts)
  if (read.missing.length === 0) return { declared, ...emergency }
  return { declared, presumed: none, unsure: new Set([...emergency.presumed, ...emergency.unsure]), limitations: [] }
}
