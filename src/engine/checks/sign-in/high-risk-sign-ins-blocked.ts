import type { Check } from '../../model/check.ts'
import { HIGH_RISK_SIGN_IN } from '../../readers/conditional-access/situations.ts'
import { evaluateRisk } from './risk-policies.ts'

/** Sign-ins with high risk are blocked. */
export const highRiskSignInsBlocked: Check = {
  id: 'high-risk-sign-ins-blocked',
  version: 3,
  counts: 'user',
  evaluate: (tenant, parameters) =>
    evaluateRisk(tenant, parameters, {
      demand: HIGH_RISK_SIGN_IN,
      expected: 'Conditional Access blocks every sign-in that is rated as high risk, for all resources.',
      predicate: 'are blocked when a sign-in is at high risk',
    }),
}
