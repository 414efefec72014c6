import { networkProtection } from '../../../../src/engine/checks/hardening/network-protection.ts'
import { NETWORK_PROTECTION } from '../../../../src/engine/readers/settings/edge-hardening.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { testDeviceSettings } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(networkProtection)

testDeviceSettings(networkProtection, [choice(NETWORK_PROTECTION, '1')], [choice(NETWORK_PROTECTION, '2')], {
  otherProducts: true,
  ifNamed: true,
})
