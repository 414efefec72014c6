import { COMPUTERS } from './application-control/computers.ts'
import { DRIVERS } from './application-control/drivers.ts'
import { SERVERS } from './application-control/servers.ts'
import { UPKEEP } from './application-control/upkeep.ts'
import { APPLICATION_CONSENT } from './applications/consent.ts'
import { APPLICATION_CREDENTIALS } from './applications/credentials.ts'
import { BACKUPS } from './backup/coverage.ts'
import { BACKUP_PROTECTION } from './backup/protection.ts'
import { BROWSERS } from './hardening/browsers.ts'
import { CREDENTIALS } from './hardening/credentials.ts'
import { DEVICES } from './hardening/devices.ts'
import { PDF } from './hardening/pdf.ts'
import { WINDOWS } from './hardening/windows.ts'
import { DEVICE_INVENTORY } from './inventory/devices.ts'
import { SCANS } from './inventory/scans.ts'
import { INCIDENT_RESPONSE, INCIDENTS } from './logging/incidents.ts'
import { RECORDS } from './logging/records.ts'
import { MFA_FOR_ADMINISTRATORS } from './mfa/administrators.ts'
import { MFA_FOR_CUSTOMERS } from './mfa/customers.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import { AUTHENTICATION_METHODS } from './mfa/methods.ts'
import { MFA_FOR_SERVICES } from './mfa/services.ts'
import { MFA_FOR_SYSTEMS } from './mfa/systems.ts'
import { OFFICE_HARDENING } from './office/hardening.ts'
import { MACROS } from './office/macros.ts'
import { SIGNED_MACROS } from './office/signed-macros.ts'
import { APPLICATION_UPDATES } from './patching/applications.ts'
import { DRIVER_UPDATES } from './patching/drivers.ts'
import { SERVER_AND_SERVICE_UPDATES } from './patching/servers-and-services.ts'
import { UNSUPPORTED_SOFTWARE } from './patching/unsupported-software.ts'
import { WINDOWS_UPDATES } from './patching/windows.ts'
import { ADMINISTRATOR_ACCOUNTS } from './privileged-access/accounts.ts'
import { PRIVILEGED_CREDENTIALS } from './privileged-access/credentials.ts'
import { JUST_IN_TIME } from './privileged-access/just-in-time.ts'
import { PRIVILEGE_REVIEWS } from './privileged-access/reviews.ts'
import { ADMINISTRATOR_ROLES } from './privileged-access/roles.ts'
import { SIGN_IN_RIGHTS } from './privileged-access/sign-in-rights.ts'
import { ADMINISTRATION_WORKSTATIONS } from './privileged-access/workstations.ts'
import { SIGN_IN_DEVICES } from './sign-in/devices.ts'
import { GUESTS } from './sign-in/guests.ts'
import { SIGN_IN_LOGS } from './sign-in/logs.ts'
import { SIGN_IN_PROTOCOLS } from './sign-in/protocols.ts'
import { SIGN_IN_RISK } from './sign-in/risk.ts'
import type { Remedy } from './remedy.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [
  ...MFA_FOR_EVERYONE,
  ...MFA_FOR_ADMINISTRATORS,
  ...AUTHENTICATION_METHODS,
  ...MFA_FOR_SERVICES,
  ...MFA_FOR_SYSTEMS,
  ...MFA_FOR_CUSTOMERS,
  ...SIGN_IN_PROTOCOLS,
  ...SIGN_IN_DEVICES,
  ...SIGN_IN_RISK,
  ...GUESTS,
  ...SIGN_IN_LOGS,
  ...ADMINISTRATOR_ACCOUNTS,
  ...ADMINISTRATOR_ROLES,
  ...JUST_IN_TIME,
  ...PRIVILEGE_REVIEWS,
  ...ADMINISTRATION_WORKSTATIONS,
  ...SIGN_IN_RIGHTS,
  ...PRIVILEGED_CREDENTIALS,
  ...APPLICATION_CONSENT,
  ...APPLICATION_CREDENTIALS,
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
