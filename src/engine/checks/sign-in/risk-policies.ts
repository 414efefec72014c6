import { readDataset } from '../../datasets/reading.ts'
import { ENTRA_P2, noLicenceFor } from '../../datasets/service-plans.ts'
import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { checkEverybody, type EverybodyDemand } from '../../readers/conditional-access/everybody-check.ts'
import { policiesOf } from '../../readers/conditional-access/policies.ts'
import { evidenceOf, leaveToNamed, unknown } from '../../readers/results/result.ts'

const LIMITATIONS = [
  'Legacy clients are a separate requirement and are not evaluated here.',
  'Asking for a second factor or a new password at high risk does not count as blocking.',
]

const ANOTHER = 'another product that rates risk'

/**
 * Entra ID Protection, part of P2, determines the risk of users and sign-ins. Without it nothing is ever at high risk
 * and a policy about risk does nothing, so the result is neither a pass nor a failure. If the licences could not be
 * read, the result is unknown. Another product may rate risk and block, which people must name.
 */
export function evaluateRisk(
  tenant: TenantReading,
  parameters: Parameters,
  demand: Omit<EverybodyDemand, 'limitations'>,
): CheckResult {
  const { expected } = demand
  const policies = policiesOf(tenant).reading
  const licences = readDataset(tenant, 'subscribedSkus')
  if (!policies.ok) return unknown(policies, expected)
  if (!licences.ok) return unknown(licences, expected)
  if (tenant.hasServicePlan(ENTRA_P2) === true) {
    return leaveToNamed(checkEverybody(tenant, parameters, { ...demand, limitations: LIMITATIONS }), ANOTHER)
  }
  const reason = `Risk comes from Entra ID Protection, and the tenant has ${noLicenceFor(ENTRA_P2)}.`
  return {
    verdict: 'not_licensed',
    observed: reason,
    expected,
    evidence: evidenceOf(licences),
    limitations: [reason],
  }
}
