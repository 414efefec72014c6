import type { TenantReading } from '../../model/tenant-reading.ts'
import type { Person } from '../identity/people.ts'
import type { RoleHolding } from '../privileged-access/role-holding.ts'
import { type AccessDemand, type CoverageState, coverageStateOf, reachesOf } from './policies.ts'
import { knowledgeOf } from './scope.ts'

/** Whether a person is covered with the roles they hold now, and with each role that they may activate. */
export function privilegedCoverage(
  tenant: TenantReading,
  person: Person,
  holdings: readonly RoleHolding[],
  demand: AccessDemand,
): CoverageState {
  const active = holdings.filter((holding) => holding.active)
  const ways = holdings.filter((holding) => !holding.active).map((holding) => [...active, holding])
  if (active.length > 0) ways.push(active)
  const states = ways.map((way) => coverageStateOf(tenant, reachesOf(tenant, person, knowledgeOf(way)), demand))
  if (states.includes('uncovered')) return 'uncovered'
  return states.includes('unknown') ? 'unknown' : 'covered'
}
