import type { Check } from '../../model/check.ts'
import { evaluateAdministratorDevices, MANAGED } from '../../readers/conditional-access/administrator-devices.ts'

/**
 * Administration and everyday work are done in different environments (ISM-1380). Read is the part without which there
 * is no separation at all: that administrators cannot administer from any device they like. Whether the device they
 * use for it is another than the one for everyday work people must tell.
 */
export const separateAdminEnvironments: Check = {
  id: 'separate-admin-environments',
  version: 1,
  evaluate: (tenant, parameters) => evaluateAdministratorDevices(tenant, parameters, MANAGED),
}
