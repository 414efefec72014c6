import { LSA_PROTECTION } from '../../readers/settings/credential-protection.ts'
import { protectionCheck } from './credential-protection.ts'

/** ISM-1861. Secure Score knows it in two controls, with and without a lock in the firmware. */
export const lsaProtection = protectionCheck({
  id: 'lsa-protection',
  setting: LSA_PROTECTION,
  effect: 'the Local Security Authority runs as a protected process',
  expected: 'A policy makes the Local Security Authority a protected process on all Windows devices.',
  sources: ['catalogue', 'profile', 'template'],
  templateCategories: ['local security authority'],
  reports: ['scid_25', 'scid_102'],
})
