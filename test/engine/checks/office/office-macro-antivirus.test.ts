import { officeMacroAntivirus } from '../../../../src/engine/checks/office/office-macro-antivirus.ts'
import { MACRO_SCAN_SCOPE } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testMacroSettings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacroAntivirus)

testMacroSettings(officeMacroAntivirus, [choice(MACRO_SCAN_SCOPE, '2')], [choice(MACRO_SCAN_SCOPE, '1')])
