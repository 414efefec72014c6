import { COMPUTERS } from './application-control/computers.ts'
import { DRIVERS } from './application-control/drivers.ts'
import { SERVERS } from './application-control/servers.ts'
import { UPKEEP } from './application-control/upkeep.ts'
import { BROWSERS } from './hardening/browsers.ts'
import { CREDENTIALS } from './hardening/credentials.ts'
import { DEVICES } from './hardening/devices.ts'
import { PDF } from './hardening/pdf.ts'
import { WINDOWS } from './hardening/windows.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import { OFFICE_HARDENING } from './office/hardening.ts'
import { MACROS } from './office/macros.ts'
import { SIGNED_MACROS } from './office/signed-macros.ts'
import type { Remedy } from './remedy.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [
  ...MFA_FOR_EVERYONE,
  ...COMPUTERS,
  ...DRIVERS,
  ...SERVERS,
  ...UPKEEP,
  ...BROWSERS,
  ...CREDENTIALS,
  ...DEVICES,
  ...PDF,
  ...WINDOWS,
  ...MACROS,
  ...SIGNED_MACROS,
  ...OFFICE_HARDENING,
]
