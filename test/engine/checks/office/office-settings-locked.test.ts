import { officeSettingsLocked } from '../../../../src/engine/checks/office/office-settings-locked.ts'
import { OFFICE_HARDENING } from '../../../../src/engine/readers/settings/office-hardening.ts'
import { LOCKED_ELSEWHERE, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeSettingsLocked, LOCKED_ELSEWHERE)

testDeviceSettings(officeSettingsLocked, turned(OFFICE_HARDENING), [], { whateverValue: true, otherProducts: true })
