import { officeExecutableContent } from '../../../../src/engine/checks/office/office-executable-content.ts'
import { ASR_RULES } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { testRule } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeExecutableContent)

testRule(officeExecutableContent, ASR_RULES.officeExecutableContent.settingId)
