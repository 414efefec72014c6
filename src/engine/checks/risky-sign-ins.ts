import { readDataset } from '../datasets/reading.ts'
import { ENTRA_P2, noLicenceFor } from '../datasets/service-plans.ts'
import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { policiesOf } from './conditional-access.ts'
import { HIGH_RISK_SIGN_IN, HIGH_RISK_USER } from './conditional-access-situations.ts'
import { checkEverybody, type EverybodyDemand } from './everybody.ts'
import { evidenceOf, unknown } from './verdict.ts'

const LIMITATIONS = [
  'Legacy clients are a requirement of their own and are not judged here.',
  'To ask for a second factor or a new password at high risk is not counted as blocking.',
]

/**
 * Entra ID Protection, which is licensed with P2, tells how risky a user or a sign-in is. Without it nothing is ever at
 * high risk and a policy about it does nothing, so there is neither a pass nor a setting that could be mended. Where the
 * licences could not be read it cannot be told which of the two it is.
 */
function judge(
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

/** Who is held to be at high risk is blocked. */
export const highRiskUsersBlocked: Check = {
  id: 'high-risk-users-blocked',
  version: 1,
  evaluate: (tenant, parameters) =>
    judge(tenant, parameters, {
      question: HIGH_RISK_USER,
      expected: 'Conditional access blocks everybody whose account is held to be at high risk, for all resources.',
      holds: 'are blocked once their account is at high risk',
    }),
}

/** A sign-in that is held to be at high risk is blocked. */
export const highRiskSignInsBlocked: Check = {
  id: 'high-risk-sign-ins-blocked',
  version: 1,
  evaluate: (tenant, parameters) =>
    judge(tenant, parameters, {
      question: HIGH_RISK_SIGN_IN,
      expected: 'Conditional access blocks every sign-in that is held to be at high risk, for all resources.',
      holds: 'are blocked where a sign-in is at high risk',
    }),
}
