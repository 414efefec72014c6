import { readDataset } from '../../datasets/reading.ts'
import { ENTRA_P2, noLicenceFor } from '../../datasets/service-plans.ts'
import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { checkEverybody, type EverybodyDemand } from '../../readers/conditional-access/everybody-check.ts'
import { policiesOf } from '../../readers/conditional-access/policies.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'

const LIMITATIONS = [
  'Legacy clients are a requirement of their own and are not judged here.',
  'To ask for a second factor or a new password at high risk is not counted as blocking.',
]

/**
 * Entra ID Protection, which is licensed with P2, tells how risky a user or a sign-in is. Without it nothing is ever at
 * high risk and a policy about it does nothing, so there is neither a pass nor a setting that could be mended. Where the
 * licences could not be read it cannot be told which of the two it is.
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
    return checkEverybody(tenant, parameters, { ...demand, limitations: LIMITATIONS })
  }
  const reason = `Risk is told by Entra ID Protection, and the tenant has ${noLicenceFor(ENTRA_P2)}.`
  return {
    verdict: 'not_licensed',
    observed: reason,
    expected,
    evidence: evidenceOf(licences),
    limitations: [reason],
  }
}
