import { browserAdvertisements } from '../../../../src/engine/checks/hardening/browser-advertisements.ts'
import { EDGE_HARDENING } from '../../../../src/engine/readers/settings/edge-hardening.ts'
import { testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(browserAdvertisements)

testDeviceSettings(browserAdvertisements, EDGE_HARDENING, turned(EDGE_HARDENING), { otherProducts: true })
