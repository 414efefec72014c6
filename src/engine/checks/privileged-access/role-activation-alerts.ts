import type { Check } from '../../model/check.ts'
import {
  alertsOn,
  evaluateRules,
  HIGHLY_PRIVILEGED_ROLES,
  ONLY_NAMED_ADDRESSES,
} from '../../readers/privileged-access/role-rules.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

const OTHERS = HIGHLY_PRIVILEGED_ROLES.filter((role) => role !== GLOBAL_ADMINISTRATOR)

/** An email reports every activation of another highly privileged role. */
export const roleActivationAlerts: Check = {
  id: 'role-activation-alerts',
  version: 2,
  counts: 'highly privileged role or group',
  evaluate: (tenant, parameters) =>
    evaluateRules(tenant, parameters, {
      roles: OTHERS,
      passes: alertsOn('activated'),
      expected: 'A named address gets email whenever somebody activates a highly privileged role.',
      isOnActivation: true,
      rule: 'Email to a named address when a highly privileged role other than Global Administrator is activated',
      another: 'another product that sends alerts',
      limitations: [ONLY_NAMED_ADDRESSES],
    }),
}
