import type { Check } from '../../model/check.ts'
import { alertsOn, evaluateRules, NAMED_ADDRESS } from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

/** Somebody is told by mail whenever Global Administrator is activated. */
export const globalAdministratorActivationAlert: Check = {
  id: 'global-administrator-activation-alert',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      passes: alertsOn('activated'),
      expected: 'A named address gets mail whenever somebody activates Global Administrator.',
      rule: 'Mail to a named address when a role is activated',
      limitations: [NAMED_ADDRESS],
    }),
}
