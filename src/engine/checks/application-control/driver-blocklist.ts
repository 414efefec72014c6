import type { Check } from '../../model/check.ts'
import { withDeviceReport } from '../../readers/devices/secure-score.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { MEMORY_INTEGRITY } from '../../readers/settings/credential-protection.ts'

/** Windows 11 22H2: from here on the list is in force unless somebody switches it off. */
const ON_BY_DEFAULT_BUILD = 22621

/** Microsoft vulnerable driver block list, measured by devices. */
const MEASURED = 'scid_115'

/**
 * ISM-1659. Memory integrity brings the list into force. Newer Windows has it in force without any policy, and yet a
 * device may have it switched off: there only the devices' own report tells. The attack surface reduction rule for
 * vulnerable drivers keeps such drivers from being written to disk, which is not the list, and does not count.
 */
export const driverBlocklist: Check = {
  id: 'driver-blocklist',
  version: 1,
  evaluate(tenant, parameters) {
    const policy = evaluateDemand(tenant, parameters, {
      rules: [
        {
          name: 'vulnerable driver blocklist',
          anyOf: [
            ...MEMORY_INTEGRITY.options.map((option) => is(MEMORY_INTEGRITY.settingId, option)),
            { passesOn: ({ build }) => (build !== undefined && build < ON_BY_DEFAULT_BUILD ? false : undefined) },
          ],
        },
      ],
      effect: 'memory integrity, which brings the list of vulnerable drivers, is on',
      expected: 'The list of vulnerable drivers that Microsoft blocks is in force on all Windows devices.',
      sources: ['catalogue', 'profile'],
      limitations: [
        'Windows 11 22H2 and later block these drivers by default; whether a device does is not always seen.',
      ],
    })
    return withDeviceReport(policy, tenant, parameters, MEASURED)
  },
}
