import { mfaPhishingResistantLogon } from '../../../../src/engine/checks/mfa/mfa-phishing-resistant-logon.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { OTHER_LOGON, testLogon } from './windows-logon-fixture.ts'

reachesEveryVerdict(mfaPhishingResistantLogon, OTHER_LOGON)

testLogon(mfaPhishingResistantLogon)
