import type { Remedy } from '../model/remedy.ts'
import { COMPUTERS } from './application-control/computers.ts'
import { DRIVERS } from './application-control/drivers.ts'
import { SERVERS } from './application-control/servers.ts'
import { UPKEEP } from './application-control/upkeep.ts'
import { APPLICATION_CONSENT } from './applications/consent.ts'
import { APPLICATION_CREDENTIALS } from './applications/credentials.ts'
import { BACKUPS } from './backup/coverage.ts'
import { BACKUP_PROTECTION } from './backup/protection.ts'
import { DETECT_ALERTS } from './detect/alerts.ts'
import { DETECT_MONITORING } from './detect/monitoring.ts'
import { GOVERN_OVERSIGHT } from './govern/oversight.ts'
import { GOVERN_PLAN } from './govern/plan.ts'
import { GOVERN_RISKS } from './govern/risks.ts'
import { GOVERN_ROLES } from './govern/roles.ts'
import { GOVERN_SUPPLIER_REVIEWS } from './govern/supplier-reviews.ts'
import { GOVERN_SUPPLIERS } from './govern/suppliers.ts'
import { BROWSERS } from './hardening/browsers.ts'
import { CREDENTIALS } from './hardening/credentials.ts'
import { DEVICES } from './hardening/devices.ts'
import { PDF } from './hardening/pdf.ts'
import { WINDOWS } from './hardening/windows.ts'
import { IDENTIFY_ASSETS } from './identify/assets.ts'
import { IDENTIFY_IMPROVEMENT } from './identify/improvement.ts'
import { IDENTIFY_WEAKNESSES } from './identify/weaknesses.ts'
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
import { PROTECT_ACCESS } from './protect/access.ts'
import { PROTECT_ACCOUNTS } from './protect/accounts.ts'
import { PROTECT_DATA } from './protect/data.ts'
import { PROTECT_PLATFORMS } from './protect/platforms.ts'
import { PROTECT_RESILIENCE } from './protect/resilience.ts'
import { PROTECT_SOFTWARE } from './protect/software.ts'
import { PROTECT_TRAINING } from './protect/training.ts'
import { RECOVER_COMMUNICATION } from './recover/communication.ts'
import { RECOVER_PLAN } from './recover/plan.ts'
import { RECOVER_RESTORING } from './recover/restoring.ts'
import { RESPOND_COMMUNICATION } from './respond/communication.ts'
import { RESPOND_CONTAINMENT } from './respond/containment.ts'
import { RESPOND_INVESTIGATION } from './respond/investigation.ts'
import { RESPOND_PLAN } from './respond/plan.ts'
import { SIGN_IN_DEVICES } from './sign-in/devices.ts'
import { GUESTS } from './sign-in/guests.ts'
import { SIGN_IN_LOGS } from './sign-in/logs.ts'
import { SIGN_IN_PROTOCOLS } from './sign-in/protocols.ts'
import { SIGN_IN_RISK } from './sign-in/risk.ts'

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
  ...GOVERN_OVERSIGHT,
  ...GOVERN_PLAN,
  ...GOVERN_RISKS,
  ...GOVERN_ROLES,
  ...GOVERN_SUPPLIER_REVIEWS,
  ...GOVERN_SUPPLIERS,
  ...IDENTIFY_ASSETS,
  ...IDENTIFY_IMPROVEMENT,
  ...IDENTIFY_WEAKNESSES,
  ...PROTECT_ACCESS,
  ...PROTECT_ACCOUNTS,
  ...PROTECT_DATA,
  ...PROTECT_PLATFORMS,
  ...PROTECT_RESILIENCE,
  ...PROTECT_SOFTWARE,
  ...PROTECT_TRAINING,
  ...DETECT_ALERTS,
  ...DETECT_MONITORING,
  ...RESPOND_COMMUNICATION,
  ...RESPOND_CONTAINMENT,
  ...RESPOND_INVESTIGATION,
  ...RESPOND_PLAN,
  ...RECOVER_COMMUNICATION,
  ...RECOVER_PLAN,
  ...RECOVER_RESTORING,
]
