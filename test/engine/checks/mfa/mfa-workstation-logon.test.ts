import { mfaWorkstationLogon } from '../../../../src/engine/checks/mfa/mfa-workstation-logon.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { OTHER_LOGON, testLogon } from './windows-logon-fixture.ts'

reachesEveryVerdict(mfaWorkstationLogon, OTHER_LOGON)

testLogon(mfaWorkstationLogon)
