import type { Check } from '../../model/check.ts'
import { evaluateAdministratorDevices, MANAGED } from '../../readers/conditional-access/administrator-devices.ts'
import { leaveOpen } from '../../readers/results/result.ts'

/**
 * Administration and everyday work use different environments (ISM-1380). Reads one way of enforcing it: administrators
 * cannot administer from arbitrary devices. Jump servers, virtual desktops and separate accounts on separate devices are
 * others, which people must answer; they must also answer whether a managed device differs from the everyday one.
 */
export const separateAdminEnvironments: Check = {
  id: 'separate-admin-environments',
  version: 2,
  counts: 'privileged account',
  evaluate: (tenant, parameters) => leaveOpen(evaluateAdministratorDevices(tenant, parameters, MANAGED)),
}
