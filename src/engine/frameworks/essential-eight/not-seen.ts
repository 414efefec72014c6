/** What the readings of most computers leave out, whatever they are about. */

export const OUTSIDE_INTUNE = 'Computers that are not in Intune.'

/** Devices also report the setting to Secure Score. */
export const UNSEEN_COMPUTERS = 'Computers that are neither in Intune nor report to Defender.'

/** The same for settings of Office, which runs on Macs as well. */
export const OUTSIDE_INTUNE_OR_MACS = 'Office on Macs, and computers that are not in Intune.'

/** Attack surface reduction rules need Defender Antivirus; other products have their own ways to do the same. */
export const UNSEEN_BY_RULES =
  'Macs, other products, computers that neither Intune nor Defender sees, and whether Defender Antivirus is active.'
