import { readDataset } from '../../datasets/reading.ts'
import { APPS_FOR_BUSINESS, APPS_FOR_ENTERPRISE } from '../../datasets/service-plans.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type Demand, evaluateDemand } from '../../readers/intune/demand.ts'
import { evidenceOf } from '../../readers/results/result.ts'

/** Categories of administrative templates that may contain settings of Office. */
export const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)

/**
 * It delivers the same policies to everybody who signs in to Office, on any device, and Graph does not show them. Of Microsoft 365
 * Apps for business it sets nothing but privacy (Microsoft Learn, "Overview of Cloud Policy service for Microsoft 365").
 */
const CLOUD_POLICY = { name: 'Cloud Policy for Microsoft 365', servicePlans: APPS_FOR_ENTERPRISE }

/** A check of nothing but policies of Office. */
export function officePolicyCheck(id: string, demand: Demand): Check {
  return { id, version: 2, evaluate: (tenant, parameters) => evaluateOfficePolicies(tenant, parameters, demand) }
}

/**
 * What policies set for Office proves something only if Office follows them. Microsoft: they are available for Microsoft 365
 * Apps for enterprise and not for Apps for business, which Business Premium has (Microsoft Learn, "Macros from the internet
 * are blocked by default in Office", under "Use policies to manage how Office handles macros"). Without a known licence for
 * the former, people must answer what computers show.
 */
export function evaluateOfficePolicies(tenant: TenantReading, parameters: Parameters, demand: Demand): CheckResult {
  const result = evaluateDemand(tenant, parameters, { alsoSetBy: CLOUD_POLICY, ...demand })
  const isFollowed = tenant.hasServicePlan(APPS_FOR_ENTERPRISE)
  if (isFollowed) {
    const isMixed = result.kind === 'seen' && tenant.hasServicePlan(APPS_FOR_BUSINESS)
    return isMixed ? limited(result, `Some people have ${IGNORED}; which computers they use is not read.`) : result
  }
  const why = isFollowed === false ? NOT_LICENSED : 'The licences could not be read'
  if (result.kind !== 'seen')
    return isFollowed === false ? limited(result, `${NOT_LICENSED}; it may have ${IGNORED}.`) : result
  const { verdict, coverage, affected, allNamed, ...rest } = result
  return {
    ...rest,
    verdict: 'no_visibility',
    kind: isFollowed === false ? 'absent' : 'blind',
    ...(verdict === 'partial' && { atBest: { verdict, ...(coverage && { coverage }) } }),
    observed: `${result.observed} ${why}, so computers may have ${IGNORED}: look at one of them to see whether the settings are in force.`,
    evidence: [...result.evidence, ...evidenceOf(readDataset(tenant, 'subscribedSkus'))],
  }
}

const NOT_LICENSED = 'The tenant has no licence for Microsoft 365 Apps for enterprise'
const IGNORED = 'Microsoft 365 Apps for business, which does not follow such policies'

const limited = (result: CheckResult, limitation: string): CheckResult => ({
  ...result,
  limitations: [...result.limitations, limitation],
})
