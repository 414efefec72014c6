import { readDataset } from '../../datasets/reading.ts'
import { APPS_FOR_BUSINESS, APPS_FOR_ENTERPRISE } from '../../datasets/service-plans.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { officeEditions } from '../../readers/devices/office-editions.ts'
import { windowsFleet } from '../../readers/devices/windows-fleet.ts'
import { countedBy, type Demand, evaluateDemand } from '../../readers/intune/demand.ts'
import { unlessMacs } from '../../readers/intune/macs.ts'
import { evidenceOf, leaveToNamed } from '../../readers/results/result.ts'
import { count } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'

/** Categories of administrative templates that may contain settings of Office. */
export const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)

/**
 * It delivers the same policies to everybody who signs in to Office, on any device, and Graph does not show them. For
 * Microsoft 365 Apps for business it sets only privacy settings (Microsoft Learn, "Overview of Cloud Policy service for
 * Microsoft 365").
 */
const CLOUD_POLICY = { name: 'Cloud Policy for Microsoft 365', servicePlans: APPS_FOR_ENTERPRISE }

/** A check that reads only policies for Office. */
export function officePolicyCheck(id: string, demand: Demand): Check {
  return {
    id,
    version: 3,
    counts: countedBy(demand),
    evaluate: (tenant, parameters) => evaluateOfficePolicies(tenant, parameters, demand),
  }
}

/**
 * What policies set for Office proves something only if Office follows them. Microsoft: they are available for Microsoft 365
 * Apps for enterprise but not for Apps for business, which Business Premium has (Microsoft Learn, "Macros from the internet
 * are blocked by default in Office", under "Use policies to manage how Office handles macros"). Without a known licence for
 * the former, people must answer what computers show; in a tenant with both, they must answer for the computers whose user
 * has only the latter. Intune policies for Windows do not reach Macs.
 */
export function evaluateOfficePolicies(tenant: TenantReading, parameters: Parameters, demand: Demand): CheckResult {
  const result = evaluateOnWindows(tenant, parameters, { alsoSetBy: CLOUD_POLICY, ...demand })
  return unlessMacs(result, tenant, parameters, 'what Office does')
}

function evaluateOnWindows(tenant: TenantReading, parameters: Parameters, demand: Demand): CheckResult {
  const result = evaluateDemand(tenant, parameters, demand)
  const isFollowed = tenant.hasServicePlan(APPS_FOR_ENTERPRISE)
  if (isFollowed) {
    const isMixed = result.kind === 'seen' && tenant.hasServicePlan(APPS_FOR_BUSINESS)
    return isMixed ? onEnterpriseEdition(tenant, parameters, result) : result
  }
  const why = isFollowed === false ? NOT_LICENSED : 'The licences could not be read'
  if (result.kind !== 'seen') {
    if (isFollowed === undefined) return result
    const doubted = limited(result, `${NOT_LICENSED}; it may have ${IGNORED}.`)
    // A wrong value that Office ignores is not in force either, so a script or an image may have set the right one.
    return result.kind === 'contrary' ? leaveToNamed(doubted, ANOTHER_WAY) : doubted
  }
  const { verdict, coverage, affected, allNamed, ...rest } = result
  return {
    ...rest,
    verdict: 'no_visibility',
    kind: isFollowed === false ? 'absent' : 'blind',
    ...(isFollowed === false && verdict === 'partial' && { ifNamed: true }),
    ...(verdict === 'partial' && { atBest: { verdict, ...(coverage && { coverage }) } }),
    observed: `${result.observed} ${why}, so computers may have ${IGNORED}: check on one of the computers whether the settings are in force.`,
    evidence: [...result.evidence, ...evidenceOf(readDataset(tenant, 'subscribedSkus'))],
  }
}

/** What the policies set on the computers that certainly follow them; for the others, people must answer. */
function onEnterpriseEdition(tenant: TenantReading, { thresholds }: Parameters, result: CheckResult): CheckResult {
  const { business, unknown } = officeEditions(tenant)
  const doubts = [
    ...(business.size > 0 ? [`The users of ${count(business.size, 'computer')} are licensed for ${IGNORED}.`] : []),
    ...(unknown.size > 0 ? [`Which edition of Office ${count(unknown.size, 'computer')} has is not known.`] : []),
  ]
  if (doubts.length === 0) return result
  const fleet = windowsFleet(tenant)
  const of = fleet.ok ? fleet.devices.length : 0
  const areFew = verdictOf({ n: of - business.size - unknown.size, of }, thresholds) === 'effective'
  if (result.verdict !== 'effective' || areFew) return limited(result, ...doubts)
  const observed = `${result.observed} ${doubts.join(' ')} Look at one of them to see whether the settings are in force.`
  const { coverage: _, ...uncounted } = result
  return { ...uncounted, verdict: 'no_visibility', kind: business.size > 0 ? 'absent' : 'blind', observed }
}

const NOT_LICENSED = 'The tenant has no licence for Microsoft 365 Apps for enterprise'
const IGNORED = 'Microsoft 365 Apps for business, which ignores such policies, wherever they come from'

const ANOTHER_WAY = 'something other than a policy'

const limited = (result: CheckResult, ...limitations: string[]): CheckResult => ({
  ...result,
  limitations: [...result.limitations, ...limitations],
})
