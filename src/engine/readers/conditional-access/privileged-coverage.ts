import type { TenantReading } from '../../model/model.ts'
import type { Person } from '../identity/people.ts'
import type { RoleHolding } from '../privileged-access/roles.ts'
import { type Question, reachesOf, type Standing, standingOf } from './policies.ts'
import { knowledgeOf } from './scope.ts'

/** Where a person stands in every way they can hold their roles: now, and with each one they may activate. */
export function privilegedStanding(
  tenant: TenantReading,
  person: Person,
  holdings: readonly RoleHolding[],
  question: Question,
): Standing {
  const active = holdings.filter((holding) => holding.active)
  const ways = holdings.filter((holding) => !holding.active).map((holding) => [...active, holding])
  if (active.length > 0) ways.push(active)
  const standings = ways.map((way) => standingOf(tenant, reachesOf(tenant, person, knowledgeOf(way)), question))
  if (standings.includes('uncovered')) return 'uncovered'
  return standings.includes('unknown') ? 'unknown' : 'covered'
}
