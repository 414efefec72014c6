import { mfaWorkstationLogon } from '../../../../src/engine/checks/mfa/mfa-workstation-logon.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testLogon } from './windows-logon-fixture.ts'

reachesEveryVerdict(mfaWorkstationLogon)

testLogon(mfaWorkstationLogon)
