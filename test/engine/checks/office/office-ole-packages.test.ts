import { officeOlePackages } from '../../../../src/engine/checks/office/office-ole-packages.ts'
import { SCRIPTS_ALONE, testRemediationScript } from '../remediation-script-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(officeOlePackages, SCRIPTS_ALONE)

testRemediationScript(officeOlePackages, 'Set-ItemProperty -Path $key -Name PackagerPrompt -Value 2')
