import { officeChildProcesses } from '../../../../src/engine/checks/office/office-child-processes.ts'
import { ASR_RULES } from '../../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { testRule } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeChildProcesses)

testRule(officeChildProcesses, ASR_RULES.officeChildProcesses.settingId)
