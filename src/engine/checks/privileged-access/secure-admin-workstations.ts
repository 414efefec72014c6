import type { Check } from '../../model/check.ts'
import {
  type DeviceDemand,
  evaluateAdministratorDevices,
  MANAGED,
} from '../../readers/conditional-access/administrator-devices.ts'
import { DEVICE } from '../../readers/conditional-access/devices.ts'
import { leaveOpen } from '../../readers/results/result.ts'

const DEDICATED: DeviceDemand = {
  required: DEVICE.dedicated,
  predicate: 'can administer only from devices that a filter sets apart',
  expected:
    'Conditional access shuts everybody with a directory role out of all devices but those set apart for administration.',
}

/**
 * Administration takes place on secured workstations (ISM-1898). The control asks that they are used, in whatever way that
 * is enforced; what can be read is one way, a conditional access filter that spares only devices marked as such. Any
 * employee may have a managed device, so that alone is not enough. Jump servers, networks of their own and rules outside
 * Conditional Access are other ways, so a shortfall is shown and contradicts nobody.
 */
export const secureAdminWorkstations: Check = {
  id: 'secure-admin-workstations',
  version: 3,
  evaluate(tenant, parameters) {
    const dedicated = evaluateAdministratorDevices(tenant, parameters, DEDICATED)
    if (dedicated.verdict !== 'ineffective') return dedicated
    const managed = evaluateAdministratorDevices(tenant, parameters, MANAGED)
    if (managed.verdict !== 'effective') return leaveOpen(dedicated)
    const observed = `${managed.observed} No filter sets devices for administration apart.`
    return leaveOpen({ ...dedicated, observed })
  },
}
