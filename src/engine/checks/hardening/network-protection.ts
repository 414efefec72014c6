import type { Check } from '../../model/check.ts'
import { withDeviceReport } from '../../readers/devices/secure-score.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { NETWORK_PROTECTION } from '../../readers/settings/edge-hardening.ts'

/** Block outbound connections to untrusted addresses, as devices report it to Secure Score. */
const MEASURED = 'scid_96'

/**
 * Defender looks at the connections that programs on a computer make, and stops those to addresses known for attacks.
 * To record them alone is not counted: nothing would be stopped.
 */
export const networkProtection: Check = {
  id: 'network-protection',
  version: 1,
  evaluate(tenant, parameters) {
    const policy = evaluateDemand(tenant, parameters, {
      rules: [{ name: 'network protection', anyOf: [is(NETWORK_PROTECTION, '1')] }],
      effect: 'Defender watches outgoing connections and blocks those to addresses known for attacks',
      expected: 'A policy turns network protection on, to block, for all Windows devices.',
      sources: ['catalogue', 'profile'],
      limitations: ['Firewalls, and devices that are not in Intune, are not read.'],
    })
    return withDeviceReport(policy, tenant, parameters, MEASURED)
  },
}
