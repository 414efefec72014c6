import type { Check } from '../../model/check.ts'
import {
  type DeviceDemand,
  evaluateAdministratorDevices,
  MANAGED,
} from '../../readers/conditional-access/administrator-devices.ts'
import { DEVICE } from '../../readers/conditional-access/devices.ts'

const DEDICATED: DeviceDemand = {
  required: DEVICE.dedicated,
  predicate: 'can administer only from devices that a filter sets apart',
  expected:
    'Conditional access shuts everybody with a directory role out of all devices but those set apart for administration.',
}

/**
 * Administration takes place on secured workstations (ISM-1898). That needs a conditional access filter that spares
 * only devices marked as such. Any employee may have a managed device, so that alone is partial at best.
 */
export const secureAdminWorkstations: Check = {
  id: 'secure-admin-workstations',
  version: 2,
  evaluate(tenant, parameters) {
    const dedicated = evaluateAdministratorDevices(tenant, parameters, DEDICATED)
    if (dedicated.verdict !== 'ineffective') return dedicated
    const managed = evaluateAdministratorDevices(tenant, parameters, MANAGED)
    if (managed.verdict === 'no_visibility') return managed
    if (managed.verdict !== 'effective') return dedicated
    const observed = `${managed.observed} No filter sets devices for administration apart.`
    const { coverage: _, ...uncounted } = dedicated
    return { ...uncounted, verdict: 'partial', observed }
  },
}
