import type { Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { PrivilegedAccount } from '../privileged-access/role-holders.ts'
import { reachesOf } from './cohorts.ts'
import { coverageStateOf, worstStateOf } from './coverage-state.ts'
import type { OpenCohort } from './explanations.ts'
import { canBePerUser, perUserState } from './per-user.ts'
import type { AccessDemand } from './policies.ts'
import { administratorWays } from './role-ways.ts'
import { isAlwaysAsked } from './security-defaults.ts'

export type PrivilegedState = 'covered' | 'partly' | 'unknown' | 'uncovered'

/** What a state is based on: security defaults for everybody, or Conditional Access; `doubt` if it is not known which. */
interface Basis {
  everybody: boolean
  doubt: boolean
}

export interface PrivilegedCoverage extends OpenCohort {
  account: PrivilegedAccount
  state: PrivilegedState
  /** How policies reach the account, for each set of roles that may be active. */
  ways: readonly (readonly OpenCohort['reach'][number][])[]
  /** Whether policies alone cover it. */
  byPolicy: boolean
}

/** Whether an administrator is covered with the roles that are active now and with those that may be activated. */
export function privilegedCoverage(
  tenant: TenantReading,
  parameters: Parameters,
  { account, demand, basis }: { account: PrivilegedAccount; demand: AccessDemand; basis: Basis },
): PrivilegedCoverage {
  const ways = reachesOf(tenant, account, administratorWays(account.holdings))
  const byPolicy = worstStateOf(tenant, ways, demand)
  const reach = ways.find((way) => coverageStateOf(tenant, way, demand) === byPolicy) ?? []
  const result = { account, people: [account], reach, ways, byPolicy: byPolicy === 'covered' && !basis.everybody }
  if (basis.everybody) return { ...result, state: isAlwaysAsked(tenant, account) ? 'covered' : 'partly' }
  if (byPolicy === 'covered') return { ...result, state: 'covered' }
  const perUser = canBePerUser(demand) ? perUserState(tenant, parameters, account) : 'uncovered'
  if (perUser === 'covered') return { ...result, state: 'covered' }
  return { ...result, state: byPolicy === 'unknown' || perUser === 'unknown' || basis.doubt ? 'unknown' : 'uncovered' }
}
