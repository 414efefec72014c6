import type { Check } from '../../model/check.ts'
import {
  type DeviceDemand,
  evaluateAdministratorDevices,
  MANAGED,
} from '../../readers/conditional-access/administrator-devices.ts'
import { DEVICE } from '../../readers/conditional-access/devices.ts'

const DEDICATED: DeviceDemand = {
  atLeast: DEVICE.dedicated,
  predicate: 'can administer only from devices that a filter sets apart',
  expected:
    'Conditional access shuts everybody with a directory role out of all devices but those set apart for administration.',
}

/**
 * Administration is done on workstations secured for it (ISM-1898). That takes a conditional access filter which spares
 * only devices marked as such. A managed device alone may be anybody's, so it is half of the way and never effective.
 */
export const secureAdminWorkstations: Check = {
  id: 'secure-admin-workstations',
  version: 1,
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
