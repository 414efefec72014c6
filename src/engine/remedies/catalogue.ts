import { COMPUTERS } from './application-control/computers.ts'
import { DRIVERS } from './application-control/drivers.ts'
import { SERVERS } from './application-control/servers.ts'
import { UPKEEP } from './application-control/upkeep.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import type { Remedy } from './remedy.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [...MFA_FOR_EVERYONE, ...COMPUTERS, ...DRIVERS, ...SERVERS, ...UPKEEP]
