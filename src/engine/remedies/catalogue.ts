import { BACKUPS } from './backup/coverage.ts'
import { BACKUP_PROTECTION } from './backup/protection.ts'
import { DEVICE_INVENTORY } from './inventory/devices.ts'
import { SCANS } from './inventory/scans.ts'
import { INCIDENT_RESPONSE, INCIDENTS } from './logging/incidents.ts'
import { RECORDS } from './logging/records.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import { APPLICATION_UPDATES } from './patching/applications.ts'
import { DRIVER_UPDATES } from './patching/drivers.ts'
import { SERVER_AND_SERVICE_UPDATES } from './patching/servers-and-services.ts'
import { UNSUPPORTED_SOFTWARE } from './patching/unsupported-software.ts'
import { WINDOWS_UPDATES } from './patching/windows.ts'
import type { Remedy } from './remedy.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [
  ...MFA_FOR_EVERYONE,
  ...DEVICE_INVENTORY,
  ...SCANS,
  ...WINDOWS_UPDATES,
  ...DRIVER_UPDATES,
  ...APPLICATION_UPDATES,
  ...UNSUPPORTED_SOFTWARE,
  ...SERVER_AND_SERVICE_UPDATES,
  ...RECORDS,
  ...INCIDENTS,
  ...INCIDENT_RESPONSE,
  ...BACKUPS,
  ...BACKUP_PROTECTION,
]
