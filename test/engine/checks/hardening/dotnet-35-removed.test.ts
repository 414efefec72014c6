import { dotnet35Removed } from '../../../../src/engine/checks/hardening/dotnet-35-removed.ts'
import { SCRIPTS_ALONE, testRemediationScript } from '../remediation-script-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(dotnet35Removed, SCRIPTS_ALONE)

testRemediationScript(dotnet35Removed, 'Disable-WindowsOptionalFeature -Online -FeatureName NetFx3')
