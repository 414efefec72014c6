import type { Check } from '../../model/check.ts'
import { type WindowsDevice, windowsFleet } from '../../readers/devices/windows-fleet.ts'
import { count } from '../../readers/results/sentences.ts'
import { CREDENTIAL_GUARD } from '../../readers/settings/credential-protection.ts'
import { protectionCheck, WINDOWS_11_22H2_BUILD } from './credential-protection.ts'

/**
 * Windows 11 22H2 and later turn Credential Guard on automatically, unless it was switched off before: on Enterprise and
 * Education editions, joined to a domain or to Entra, with hardware for it (Microsoft Learn, Credential Guard overview,
 * "Default enablement"). Pro and Business are not licensed for it.
 */
function isOnByDefault({ build, edition, joined }: WindowsDevice): boolean | undefined {
  if (build !== undefined && build < WINDOWS_11_22H2_BUILD) return false
  if (edition === 'homeOrPro' || joined === false) return false
  return build === undefined || edition === undefined || joined === undefined ? undefined : true
}

const bySettingsAndReports = protectionCheck({
  id: 'credential-guard',
  setting: CREDENTIAL_GUARD,
  effect: 'Credential Guard is turned on',
  expected: 'Credential Guard is on, by a policy or by the default of Windows, on all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: ['scid_2080'],
  byDefault: { passesOn: isOnByDefault, unlessSet: CREDENTIAL_GUARD.settingId },
  unknownDevices: 'The Windows version, the edition or the type of join of some devices is not known.',
  limitations: [
    'It needs an Enterprise or Education edition of Windows and suitable hardware, which is not read.',
    'Windows 11 22H2 and later count as having it by default where no policy sets it.',
  ],
})

/** ISM-1686. Editions that are not licensed for it are named, because an answer may overlook them. */
export const credentialGuard: Check = {
  ...bySettingsAndReports,
  evaluate(tenant, parameters) {
    const result = bySettingsAndReports.evaluate(tenant, parameters)
    const fleet = windowsFleet(tenant)
    const unlicensed = fleet.ok ? fleet.devices.filter(({ edition }) => edition === 'homeOrPro').length : 0
    if (unlicensed === 0) return result
    const has = unlicensed === 1 ? 'has' : 'have'
    const limitation = `${count(unlicensed, 'device')} ${has} Windows Home, Pro or Business, which is not licensed for Credential Guard.`
    return { ...result, limitations: [...result.limitations, limitation] }
  },
}
