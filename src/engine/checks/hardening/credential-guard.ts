import type { WindowsDevice } from '../../readers/devices/windows-fleet.ts'
import { CREDENTIAL_GUARD } from '../../readers/settings/credential-protection.ts'
import { protectionCheck, WINDOWS_11_22H2_BUILD } from './credential-protection.ts'

/**
 * Windows 11 22H2 and later turn Credential Guard on by themselves, unless it was switched off before: on Enterprise and
 * Education editions, joined to a domain or to Entra, with hardware for it (Microsoft Learn, Credential Guard overview,
 * "Default enablement"). Pro and Business have no right to use it.
 */
function isOnByDefault({ build, edition, joined }: WindowsDevice): boolean | undefined {
  if (build !== undefined && build < WINDOWS_11_22H2_BUILD) return false
  if (edition === 'home' || joined === false) return false
  return build === undefined || edition === undefined || joined === undefined ? undefined : true
}

/** ISM-1686. */
export const credentialGuard = protectionCheck({
  id: 'credential-guard',
  setting: CREDENTIAL_GUARD,
  effect: 'Credential Guard is turned on',
  expected: 'Credential Guard is on, by a policy or by the default of Windows, on all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: ['scid_2080'],
  byDefault: { passesOn: isOnByDefault, unlessSet: CREDENTIAL_GUARD.settingId },
  unknownDevices: 'The Windows version, the edition or the join of some devices is not known.',
  limitations: [
    'It needs an Enterprise or Education edition of Windows and suitable hardware, which is not read.',
    'Windows 11 22H2 and later count as having it by default where no policy sets it.',
  ],
})
