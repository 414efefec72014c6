import { officeCodeInjection } from '../../../../src/engine/checks/office/office-code-injection.ts'
import { ASR_RULES } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { testRule } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeCodeInjection)

testRule(officeCodeInjection, ASR_RULES.officeCodeInjection.settingId)
