import type { Check } from '../../model/check.ts'
import { evaluateAdministratorDevices, MANAGED } from '../../readers/conditional-access/administrator-devices.ts'

/**
 * Administration and everyday work use different environments (ISM-1380). Reads the precondition for any separation:
 * administrators cannot administer from arbitrary devices. People must answer whether that device differs from the one
 * for everyday work.
 */
export const separateAdminEnvironments: Check = {
  id: 'separate-admin-environments',
  version: 2,
  evaluate: (tenant, parameters) => evaluateAdministratorDevices(tenant, parameters, MANAGED),
}
