import { officeMacrosWin32Api } from '../../../../src/engine/checks/office/office-macros-win32-api.ts'
import { ASR_RULES } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testMacroSettings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosWin32Api)

const WIN32_API = ASR_RULES.officeMacroWin32.settingId
testMacroSettings(officeMacrosWin32Api, [choice(WIN32_API, 'block')], [choice(WIN32_API, 'audit')])
