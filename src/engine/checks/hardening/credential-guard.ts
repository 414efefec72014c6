import { CREDENTIAL_GUARD } from '../../readers/settings/credential-protection.ts'
import { protectionCheck } from './credential-protection.ts'

/** ISM-1686. */
export const credentialGuard = protectionCheck({
  id: 'credential-guard',
  setting: CREDENTIAL_GUARD,
  effect: 'Credential Guard is turned on',
  expected: 'A policy turns Credential Guard on for all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: ['scid_2080'],
  limitations: ['It needs an Enterprise edition of Windows; editions are not compared.'],
})
