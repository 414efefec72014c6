import type { TenantReading } from '../../model/tenant-reading.ts'
import { isCore } from './applications.ts'
import type { Reaches } from './cohorts.ts'
import { FULL_MASK } from './condition-mask.ts'
import { type AccessDemand, type Policy, policiesFor, policiesOf } from './policies.ts'
import { coversResource } from './resources.ts'
import type { Reach } from './scope.ts'

/** Whether policies meet a demand for a person; `unknown` if that depends on something that was not read. */
export type CoverageState = 'covered' | 'unknown' | 'uncovered'

/** The worst state of people over all ways in which they can sign in. */
export function worstStateOf(tenant: TenantReading, ways: readonly Reaches[], demand: AccessDemand): CoverageState {
  const states = ways.map((reach) => coverageStateOf(tenant, reach, demand))
  if (states.includes('uncovered')) return 'uncovered'
  return states.includes('unknown') ? 'unknown' : 'covered'
}

/** Whether people are covered, given how the policies reach them. */
export function coverageStateOf(tenant: TenantReading, reach: Reaches, demand: AccessDemand): CoverageState {
  const asked = resourcesAsked(tenant, demand)
  if (asked.every((resource) => covers(tenant, reach, demand, resource, CERTAIN))) return 'covered'
  return asked.every((resource) => covers(tenant, reach, demand, resource, POSSIBLE)) ? 'unknown' : 'uncovered'
}

/** Whether they would be covered if nothing were excluded, or if the report-only policies were on as well. */
export function wouldBeCovered(
  tenant: TenantReading,
  reach: Reaches,
  demand: AccessDemand,
  but: 'exclusions' | 'report-only',
): boolean {
  const view = but === 'exclusions' ? WITHOUT_EXCLUSIONS : WITH_REPORT_ONLY
  return resourcesAsked(tenant, demand).every((resource) => covers(tenant, reach, demand, resource, view))
}

/**
 * Applications other than the core ones that policies name and for which people are not covered: `open` certainly, `maybe`
 * if that depends on something that was not read.
 */
export function applicationGaps(
  tenant: TenantReading,
  ways: readonly Reaches[],
  demand: AccessDemand,
): { open: string[]; maybe: string[] } {
  const others = policiesOf(tenant).resources.filter((resource) => !isCore(resource))
  const coveredIn = (resource: string, view: View): boolean =>
    ways.every((reach) => covers(tenant, reach, demand, resource, view))
  const left = others.filter((resource) => !coveredIn(resource, CERTAIN))
  const open = left.filter((resource) => !coveredIn(resource, POSSIBLE))
  return { open, maybe: left.filter((resource) => !open.includes(resource)) }
}

/**
 * The resource of the demand, or all resources except the applications that some policy singles out. Those are separate
 * gaps (`applicationGaps`), so that leaving out one application differs from demanding nothing of anybody.
 */
export function resourcesAsked(tenant: TenantReading, { resource }: AccessDemand): readonly string[] {
  return resource === undefined ? policiesOf(tenant).resources.filter(isCore) : [resource]
}

interface View {
  counts(policy: Policy): boolean
  reaches: ReadonlySet<Reach>
  bound: 'certain' | 'possible'
}

const enabledOnly = (policy: Policy): boolean => policy.enabled
const CERTAIN: View = { counts: enabledOnly, reaches: new Set(['applies']), bound: 'certain' }
const POSSIBLE: View = { counts: enabledOnly, reaches: new Set(['applies', 'maybe']), bound: 'possible' }
const WITHOUT_EXCLUSIONS: View = { counts: enabledOnly, reaches: new Set(['applies', 'excluded']), bound: 'certain' }
const WITH_REPORT_ONLY: View = { counts: () => true, reaches: new Set(['applies']), bound: 'certain' }

function covers(
  tenant: TenantReading,
  reach: Reaches,
  demand: AccessDemand,
  resource: string,
  { counts, reaches, bound }: View,
): boolean {
  let mask = 0
  for (const [index, policy] of policiesFor(tenant, demand).entries()) {
    const met = reach[index]
    if (met === undefined || !reaches.has(met) || !counts(policy) || policy.grant[bound] < demand.required) continue
    if (coversResource(policy.resources, resource)) mask |= policy.mask[demand.clients]
  }
  return mask === FULL_MASK
}
