import { logonCheck } from './windows-logon.ts'

/** ISM-1682. All methods of Windows sign-in except the password are phishing-resistant. */
export const mfaPhishingResistantLogon = logonCheck(
  'mfa-phishing-resistant-logon',
  'Everyone signs in to their Windows device with a phishing-resistant method.',
)
