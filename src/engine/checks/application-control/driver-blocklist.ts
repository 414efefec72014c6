import type { Check } from '../../model/check.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { withDeviceReport } from '../../readers/intune/device-report.ts'
import { isOneOf } from '../../readers/intune/rules.ts'
import { MEMORY_INTEGRITY } from '../../readers/settings/credential-protection.ts'

/** Windows 11 22H2: from this build on the list is active unless somebody switches it off. */
const ON_BY_DEFAULT_BUILD = 22621

/** Microsoft vulnerable driver block list, measured by devices. */
const REPORTED = { effect: 'the list of vulnerable drivers is in force', controls: ['scid_115'] }

/**
 * ISM-1659. Memory integrity activates the list. Newer Windows activates it without a policy, but it may be switched off on
 * a device, so there only the devices' reports show it. The attack surface reduction rule for vulnerable drivers does not
 * count: it only stops such drivers from being written to disk.
 */
export const driverBlocklist: Check = {
  id: 'driver-blocklist',
  version: 2,
  counts: 'device',
  evaluate(tenant, parameters) {
    const policy = evaluateDemand(tenant, parameters, {
      rules: [
        {
          name: 'vulnerable driver blocklist',
          anyOf: [
            isOneOf(MEMORY_INTEGRITY.settingId, MEMORY_INTEGRITY.options),
            { passesOn: ({ build }) => (build !== undefined && build < ON_BY_DEFAULT_BUILD ? false : undefined) },
          ],
        },
      ],
      effect: 'memory integrity, which turns on the list of vulnerable drivers, is on',
      expected: 'The list of vulnerable drivers that Microsoft blocks is in force on all Windows devices.',
      sources: ['catalogue', 'profile'],
      unknownDevices: 'Windows 11 22H2 and later block these drivers by default, which no policy shows.',
    })
    return withDeviceReport(policy, tenant, parameters, REPORTED)
  },
}
