import { remoteCredentialGuard } from '../../../../src/engine/checks/hardening/remote-credential-guard.ts'
import { REMOTE_CREDENTIAL_GUARD } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testProtection } from './protection-fixture.ts'

reachesEveryVerdict(remoteCredentialGuard)

testProtection(remoteCredentialGuard, REMOTE_CREDENTIAL_GUARD)
