import { pdfChildProcesses } from '../../../../src/engine/checks/hardening/pdf-child-processes.ts'
import { ASR_RULES } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { testRule } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(pdfChildProcesses)

testRule(pdfChildProcesses, ASR_RULES.adobeChildProcesses.settingId, { otherProducts: true })
