import type { Check } from '../../model/check.ts'
import {
  alertsOn,
  evaluateRules,
  HIGHLY_PRIVILEGED_ROLES,
  ONLY_NAMED_ADDRESSES,
} from '../../readers/privileged-access/role-rules.ts'

/** A mail reports every assignment of a highly privileged role, eligible or active. */
export const roleAssignmentAlerts: Check = {
  id: 'role-assignment-alerts',
  version: 2,
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: HIGHLY_PRIVILEGED_ROLES,
      passes: alertsOn('eligible', 'assigned'),
      expected: 'A named address gets mail whenever somebody is given a highly privileged role, eligible or active.',
      rule: 'Mail to a named address when a role is given',
      another: 'another product',
      limitations: [ONLY_NAMED_ADDRESSES],
    }),
}
