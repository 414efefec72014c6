import type { Check } from '../../model/check.ts'
import { alertsOn, evaluateRules, ONLY_NAMED_ADDRESSES } from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

/** An email reports every activation of Global Administrator. */
export const globalAdministratorActivationAlert: Check = {
  id: 'global-administrator-activation-alert',
  version: 2,
  counts: 'highly privileged role or group',
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      passes: alertsOn('activated'),
      expected: 'A named address gets email whenever somebody activates Global Administrator.',
      isOnActivation: true,
      rule: 'Email to a named address on activation',
      another: 'another product that sends alerts',
      limitations: [ONLY_NAMED_ADDRESSES],
    }),
}
