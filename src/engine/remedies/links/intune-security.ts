import type { Link } from '../../model/remedy.ts'

const page = (title: string, name: string): Link => ({
  title,
  url: `https://intune.microsoft.com/#view/Microsoft_Intune_Workflows/SecurityManagementMenu/~/${name}`,
})

/** Pages below “Endpoint security” in Intune. */
export const ENDPOINT_SECURITY = {
  applicationControl: page('Intune: App Control for Business', 'applicationControl'),
  attackSurfaceReduction: page('Intune: attack surface reduction', 'asr'),
  accountProtection: page('Intune: account protection', 'accountprotection'),
  diskEncryption: page('Intune: disk encryption', 'diskEncryption'),
} as const satisfies Record<string, Link>

export const INTUNE_LICENCE = 'Microsoft Intune Plan 1, which Microsoft 365 Business Premium and E3 include'

/** Remediations run only where users have a licence for Windows Enterprise. */
export const REMEDIATIONS_LICENCE =
  'Windows Enterprise E3 for remediations, which Microsoft 365 E3 includes; other tools need none'

/** Microsoft's documentation says that the apps of Business Premium take no such policies. */
export const OFFICE_POLICY_LICENCE =
  'Microsoft 365 Apps for enterprise, which Microsoft 365 E3 includes; the apps of Business Premium take no such policies'
