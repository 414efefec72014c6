import type { Check } from '../../model/check.ts'
import { HIGH_RISK_USER } from '../../readers/conditional-access/situations.ts'
import { evaluateRisk } from './risk-policies.ts'

/** Users with high risk are blocked. */
export const highRiskUsersBlocked: Check = {
  id: 'high-risk-users-blocked',
  version: 3,
  counts: 'user',
  evaluate: (tenant, parameters) =>
    evaluateRisk(tenant, parameters, {
      demand: HIGH_RISK_USER,
      expected: 'Conditional Access blocks everybody whose account is rated as high risk, for all resources.',
      predicate: 'are blocked once their account is at high risk',
    }),
}
