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
  predicate: 'can administer only from devices that a filter selects',
  expected:
    'Conditional Access blocks everybody with a directory role on all devices except those reserved for administration.',
}

/**
 * Administration takes place on secured workstations (ISM-1898). The control demands their use, no matter how that is
 * enforced; we can read one way, a Conditional Access policy whose filter exempts only marked devices. Any employee may have
 * a managed device, so that alone is not enough. Jump servers, separate networks and rules outside Conditional Access are
 * other ways, so a shortfall is shown but contradicts no answer.
 */
export const secureAdminWorkstations: Check = {
  id: 'secure-admin-workstations',
  version: 3,
  counts: 'privileged account',
  evaluate(tenant, parameters) {
    const dedicated = evaluateAdministratorDevices(tenant, parameters, DEDICATED)
    if (dedicated.verdict !== 'ineffective') return dedicated
    const managed = evaluateAdministratorDevices(tenant, parameters, MANAGED)
    if (managed.verdict !== 'effective') return leaveOpen(dedicated)
    const observed = `${managed.observed} No filter selects devices for administration.`
    return leaveOpen({ ...dedicated, observed })
  },
}
