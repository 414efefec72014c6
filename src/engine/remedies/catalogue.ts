import { DEVICE_INVENTORY } from './inventory/devices.ts'
import { SCANS } from './inventory/scans.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import type { Remedy } from './remedy.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [...MFA_FOR_EVERYONE, ...DEVICE_INVENTORY, ...SCANS]
