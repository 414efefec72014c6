import type { Check } from '../../model/check.ts'
import { whereDefenderIsActive } from '../../readers/devices/active-antivirus.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { withDeviceReport } from '../../readers/intune/device-report.ts'
import { is } from '../../readers/intune/rules.ts'
import { NETWORK_PROTECTION } from '../../readers/settings/edge-hardening.ts'

const EFFECT = 'Defender blocks outgoing connections to addresses known for attacks'
/** Block outbound connections to untrusted addresses, as devices report it to Secure Score. */
const REPORTED = { effect: EFFECT, controls: ['scid_96'] }
const ANOTHER = 'another product that filters connections'

/**
 * Defender inspects outgoing connections of programs and blocks known malicious addresses. Audit mode does not count,
 * because it blocks nothing. What devices report decides where they do. It is in force only where Defender Antivirus is
 * the active antivirus, as attack surface reduction rules are; other products have their own ways.
 */
export const networkProtection: Check = {
  id: 'network-protection',
  version: 4,
  counts: 'device',
  evaluate(tenant, parameters) {
    const policy = evaluateDemand(tenant, parameters, {
      rules: [{ name: 'network protection', anyOf: [is(NETWORK_PROTECTION, '1')] }],
      effect: EFFECT,
      expected: 'Network protection is on in block mode for all Windows devices.',
      sources: ['catalogue', 'profile'],
      alsoSetBy: { name: ANOTHER },
      limitations: ['Firewalls, and devices that are not in Intune, are not read.'],
    })
    const result = withDeviceReport(policy, tenant, parameters, REPORTED)
    return whereDefenderIsActive(result, tenant, parameters, { name: 'network protection', another: ANOTHER })
  },
}
