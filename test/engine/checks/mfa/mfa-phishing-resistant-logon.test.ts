import { mfaPhishingResistantLogon } from '../../../../src/engine/checks/mfa/mfa-phishing-resistant-logon.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testLogon } from './windows-logon-fixture.ts'

reachesEveryVerdict(mfaPhishingResistantLogon)

testLogon(mfaPhishingResistantLogon)
