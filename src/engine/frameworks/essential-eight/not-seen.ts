/** What most readings of computers cannot show, whatever the setting. */

export const OUTSIDE_INTUNE = 'Computers that are not in Intune.'

/** For settings that devices also report to Secure Score. */
export const UNSEEN_COMPUTERS = 'Computers that are neither in Intune nor report to Defender.'

/** For settings of Office, which also runs on Macs. */
export const OUTSIDE_INTUNE_OR_MACS = 'Office on Macs, and computers that are not in Intune.'

/** Attack surface reduction rules need Defender Antivirus; other products have their own ways to do the same. */
export const UNSEEN_BY_RULES =
  'Macs, other products, computers that nothing reports on and, without Plan 2 of Defender, whether its antivirus is active.'
