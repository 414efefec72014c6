import { officeMacroSettingsLocked } from '../../../../src/engine/checks/office/office-macro-settings-locked.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { each, testMacroSettings, warnings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacroSettingsLocked)

testMacroSettings(officeMacroSettingsLocked, warnings('2'), each('blockInternet', '1'))
