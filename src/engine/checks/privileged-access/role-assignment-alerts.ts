import type { Check } from '../../model/check.ts'
import {
  alertsOn,
  evaluateRules,
  HIGHLY_PRIVILEGED_ROLES,
  ONLY_NAMED_ADDRESSES,
} from '../../readers/privileged-access/role-rules.ts'

/** An email reports every assignment of a highly privileged role, eligible or active. */
export const roleAssignmentAlerts: Check = {
  id: 'role-assignment-alerts',
  version: 2,
  counts: 'highly privileged role or group',
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: HIGHLY_PRIVILEGED_ROLES,
      passes: alertsOn('eligible', 'assigned'),
      expected:
        'A named address gets email whenever somebody is assigned a highly privileged role, eligible or active.',
      rule: 'Email to a named address when a role is assigned',
      another: 'another product that sends alerts',
      limitations: [ONLY_NAMED_ADDRESSES],
    }),
}
