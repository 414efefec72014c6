import type { Check } from '../../model/check.ts'
import { ALL, alertsOn, evaluateRules, NAMED_ADDRESS } from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

const OTHERS = ALL.filter((role) => role !== GLOBAL_ADMINISTRATOR)

/** Somebody is told by mail whenever another highly privileged role is activated. */
export const roleActivationAlerts: Check = {
  id: 'role-activation-alerts',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: OTHERS,
      passes: alertsOn('activated'),
      expected: 'A named address gets mail whenever somebody activates a highly privileged role.',
      rule: 'Mail to a named address when a role is activated',
      limitations: [NAMED_ADDRESS],
    }),
}
