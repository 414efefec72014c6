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
