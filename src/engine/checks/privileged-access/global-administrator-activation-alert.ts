import type { Check } from '../../model/model.ts'
import { alertsOn, judgeRules, NAMED_ADDRESS } from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

/** Somebody is told by mail whenever Global Administrator is activated. */
export const globalAdministratorActivationAlert: Check = {
  id: 'global-administrator-activation-alert',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      holds: alertsOn('activated'),
      expected: 'A named address gets mail whenever somebody activates Global Administrator.',
      rule: 'Mail to a named address when a role is activated',
      limitations: [NAMED_ADDRESS],
    }),
}
