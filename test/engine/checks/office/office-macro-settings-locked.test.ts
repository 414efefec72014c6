import { officeMacroSettingsLocked } from '../../../../src/engine/checks/office/office-macro-settings-locked.ts'
import { LOCKED_ELSEWHERE } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testMacroSettings, warnings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacroSettingsLocked, LOCKED_ELSEWHERE)

testMacroSettings(officeMacroSettingsLocked, warnings('2'), [], true)
