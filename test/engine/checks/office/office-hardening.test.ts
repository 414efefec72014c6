import { officeHardening } from '../../../../src/engine/checks/office/office-hardening.ts'
import { OFFICE_HARDENING } from '../../../../src/engine/readers/settings/office-hardening.ts'
import { testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeHardening)

testDeviceSettings(officeHardening, OFFICE_HARDENING, turned(OFFICE_HARDENING), { otherProducts: true })
