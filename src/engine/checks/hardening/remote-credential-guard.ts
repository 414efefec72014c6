import { REMOTE_CREDENTIAL_GUARD } from '../../readers/settings/credential-protection.ts'
import { NOT_REPORTED, protectionCheck } from './credential-protection.ts'

/** ISM-1897, on the receiving computers. People must answer whether the connecting computers ask for it. */
export const remoteCredentialGuard = protectionCheck({
  id: 'remote-credential-guard',
  setting: REMOTE_CREDENTIAL_GUARD,
  effect: 'Remote Credential Guard is supported for remote connections',
  expected: 'A policy lets all Windows devices accept connections that leave credentials on the connecting computer.',
  sources: ['catalogue', 'profile', 'template'],
  templateCategories: ['credentials delegation'],
  reports: [],
  limitations: [
    NOT_REPORTED,
    'Whether the computers that connect ask for it, and servers outside Intune, are not read.',
  ],
})
