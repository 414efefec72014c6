import { LSA_PROTECTION } from '../../readers/settings/credential-protection.ts'
import { protectionCheck, WINDOWS_11_22H2_BUILD } from './credential-protection.ts'

/** ISM-1861. Secure Score has two controls for it: one for Windows 11 22H2 and later, one for older versions. */
export const lsaProtection = protectionCheck({
  id: 'lsa-protection',
  setting: LSA_PROTECTION,
  effect: 'the Local Security Authority runs as a protected process',
  expected: 'The Local Security Authority runs as a protected process on all Windows devices.',
  sources: ['catalogue', 'profile', 'template'],
  templateCategories: ['local security authority'],
  reports: ['scid_25', 'scid_102'],
  // Since Windows 11 22H2, new installations on joined devices turn it on (Microsoft Learn, "Configure added LSA protection").
  // Since 24H2, upgraded devices do so too, after some days of auditing without problems (Windows security book, "Credential
  // protection"). Intune shows neither how a device was installed nor what the audit found.
  alsoSetBy: {
    name: 'the default of Windows 11',
    reaches: ({ build }) => build === undefined || build >= WINDOWS_11_22H2_BUILD,
  },
})
