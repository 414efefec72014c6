import type { Check } from '../../model/check.ts'
import { ALL, alertsOn, evaluateRules, NAMED_ADDRESS } from '../../readers/privileged-access/role-rules.ts'

/** Somebody is told by mail whenever a highly privileged role is given, to be activated or at once. */
export const roleAssignmentAlerts: Check = {
  id: 'role-assignment-alerts',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: ALL,
      passes: alertsOn('eligible', 'assigned'),
      expected: 'A named address gets mail whenever somebody is given a highly privileged role, eligible or active.',
      rule: 'Mail to a named address when a role is given',
      limitations: [NAMED_ADDRESS],
    }),
}
