import { officeMacrosWin32Api } from '../../../../src/engine/checks/office/office-macros-win32-api.ts'
import { ASR_RULES } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { testRule } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeMacrosWin32Api)

testRule(officeMacrosWin32Api, ASR_RULES.officeMacroWin32.settingId)
