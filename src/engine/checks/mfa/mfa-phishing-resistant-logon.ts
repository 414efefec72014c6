import { logonCheck } from './windows-logon.ts'

/** ISM-1682: the methods above are all that Windows knows, and all of them resist phishing. */
export const mfaPhishingResistantLogon = logonCheck(
  'mfa-phishing-resistant-logon',
  'Everyone signs in to their Windows device with a method that resists phishing.',
)
