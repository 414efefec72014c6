/** What the readings of most computers leave out, whatever they are about. */

export const OUTSIDE_INTUNE = 'Computers that are not in Intune.'

/** Devices also report the setting to Secure Score. */
export const UNSEEN_COMPUTERS = 'Computers that are neither in Intune nor report to Defender.'
