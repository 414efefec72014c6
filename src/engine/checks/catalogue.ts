import type { Check } from '../model/check.ts'
import { secureAdminWorkstations, separateAdminEnvironments } from './admin-devices.ts'
import { applicationConsent } from './application-consent.ts'
import {
  applicationBlocklist,
  applicationControl,
  applicationControlAllFolders,
  applicationControlDrivers,
  applicationControlFileTypes,
  applicationControlUserFolders,
} from './application-control.ts'
import { applicationControlReview } from './application-control-review.ts'
import {
  applicationCertificateLifetime,
  applicationSecretLifetime,
  applicationSecretsBlocked,
} from './application-credentials.ts'
import { adminConsentWorkflow, applicationRegistration } from './application-onboarding.ts'
import {
  applicationPatches,
  applicationPatchesOrdinary,
  applicationPatchesUrgent,
  otherApplicationPatches,
} from './application-patches.ts'
import { assetDiscovery } from './asset-discovery.ts'
import {
  officeChildProcesses,
  officeCodeInjection,
  officeExecutableContent,
  officeMacrosWin32Api,
  pdfChildProcesses,
} from './attack-surface-reduction.ts'
import { authenticatorContext, methodsMigrated, weakMethodsDisabled } from './authentication-methods.ts'
import { backupPolicies } from './backup-policies.ts'
import {
  browserAdvertisements,
  browserHardening,
  browserJava,
  browserSettingsLocked,
  internetExplorerDisabled,
} from './browser-hardening.ts'
import { credentialGuard, lsaProtection, memoryIntegrity, remoteCredentialGuard } from './credential-protection.ts'
import { dedicatedPrivilegedAccounts, privilegedAccountsWithoutMailbox } from './dedicated-accounts.ts'
import { deviceCodeFlowBlocked } from './device-code-flow.ts'
import { deviceEncryption } from './device-encryption.ts'
import { driverBlocklist } from './driver-blocklist.ts'
import { driverUpdates, driverUpdatesUrgent } from './driver-updates.ts'
import { fineGrainedRoles, globalAdministratorCount } from './global-administrators.ts'
import { guestAccessRestricted, guestInvitationsRestricted } from './guest-access.ts'
import {
  highlyPrivilegedCloudOnly,
  highlyPrivilegedNotPermanent,
  highlyPrivilegedPhishingResistant,
  highlyPrivilegedThroughPim,
} from './highly-privileged-accounts.ts'
import { incidentClassification, incidentTriage, workstationLogTriage } from './incidents.ts'
import { legacyAuthenticationBlocked } from './legacy-authentication.ts'
import { localAdministratorPasswords } from './local-administrator-passwords.ts'
import { managedDeviceRegistration, managedDeviceSignIn } from './managed-device-sign-in.ts'
import { mfaAllUsers } from './mfa-all-users.ts'
import { mfaDataRepositories, mfaPhishingResistantDataRepositories } from './mfa-data-repositories.ts'
import { mfaEnforced } from './mfa-enforced.ts'
import { mfaEventsLogged } from './mfa-events-logged.ts'
import { mfaFactors } from './mfa-factors.ts'
import { mfaPhishingResistant } from './mfa-phishing-resistant.ts'
import { mfaPrivilegedUsers } from './mfa-privileged-users.ts'
import { mfaThirdPartyServices } from './mfa-third-party-services.ts'
import { networkProtection } from './network-protection.ts'
import { officeHardening, officeSettingsLocked } from './office-hardening.ts'
import {
  officeMacroAntivirus,
  officeMacroSettingsLocked,
  officeMacrosDisabled,
  officeMacrosInternetBlocked,
  officeMacrosTrustedOnly,
  officeMacrosUntrustedPublisher,
  officeMacrosV3Signatures,
} from './office-macros.ts'
import { operatingSystemRelease } from './operating-system-release.ts'
import { passwordExpiry } from './password-expiry.ts'
import { pdfHardening } from './pdf-hardening.ts'
import { powershellConstrainedLanguage } from './powershell-language.ts'
import { commandLineLogging, powershellLogging } from './powershell-logging.ts'
import { privilegedAccessApproval } from './privileged-access-approval.ts'
import { privilegedAccessExpiry } from './privileged-access-expiry.ts'
import { privilegedEventsLogged } from './privileged-events-logged.ts'
import { privilegedInactivity } from './privileged-inactivity.ts'
import { highRiskSignInsBlocked, highRiskUsersBlocked } from './risky-sign-ins.ts'
import {
  globalAdministratorActivationAlert,
  globalAdministratorApproval,
  roleActivationAlerts,
  roleAssignmentAlerts,
} from './role-alerts.ts'
import { softwareInventory } from './software-inventory.ts'
import { justInTimeAdministration, leastPrivilege } from './standing-privileges.ts'
import { otherUnsupportedApplications, unsupportedApplications } from './unsupported-applications.ts'
import { unsupportedOperatingSystems } from './unsupported-operating-systems.ts'
import {
  applicationControlEvents,
  vulnerabilityScanFortnightly,
  vulnerabilityScanner,
  vulnerabilityScanWeekly,
} from './vulnerability-scanning.ts'
import { dotnet35Removed, officeOlePackages, powershell2Removed } from './windows-features.ts'
import { mfaPhishingResistantLogon, mfaWorkstationLogon } from './windows-hello.ts'
import { windowsPatches, windowsPatchesUrgent } from './windows-patches.ts'

const LIST: readonly Check[] = [
  mfaAllUsers,
  mfaThirdPartyServices,
  mfaPrivilegedUsers,
  mfaWorkstationLogon,
  mfaDataRepositories,
  mfaFactors,
  mfaPhishingResistant,
  mfaPhishingResistantLogon,
  mfaPhishingResistantDataRepositories,
  mfaEventsLogged,
  workstationLogTriage,
  incidentTriage,
  incidentClassification,
  officeMacrosDisabled,
  officeMacrosTrustedOnly,
  officeMacrosUntrustedPublisher,
  officeMacrosV3Signatures,
  officeMacrosInternetBlocked,
  officeMacroAntivirus,
  officeMacrosWin32Api,
  officeMacroSettingsLocked,
  internetExplorerDisabled,
  browserJava,
  browserAdvertisements,
  browserHardening,
  browserSettingsLocked,
  officeChildProcesses,
  officeExecutableContent,
  officeCodeInjection,
  officeOlePackages,
  officeHardening,
  officeSettingsLocked,
  pdfChildProcesses,
  pdfHardening,
  dotnet35Removed,
  powershell2Removed,
  powershellConstrainedLanguage,
  powershellLogging,
  commandLineLogging,
  privilegedAccessApproval,
  privilegedAccessExpiry,
  privilegedInactivity,
  dedicatedPrivilegedAccounts,
  privilegedAccountsWithoutMailbox,
  leastPrivilege,
  applicationConsent,
  secureAdminWorkstations,
  separateAdminEnvironments,
  justInTimeAdministration,
  localAdministratorPasswords,
  memoryIntegrity,
  lsaProtection,
  credentialGuard,
  remoteCredentialGuard,
  networkProtection,
  privilegedEventsLogged,
  backupPolicies,
  assetDiscovery,
  deviceEncryption,
  vulnerabilityScanner,
  vulnerabilityScanWeekly,
  vulnerabilityScanFortnightly,
  applicationPatches,
  applicationPatchesUrgent,
  applicationPatchesOrdinary,
  otherApplicationPatches,
  softwareInventory,
  unsupportedApplications,
  otherUnsupportedApplications,
  windowsPatches,
  windowsPatchesUrgent,
  driverUpdates,
  driverUpdatesUrgent,
  operatingSystemRelease,
  unsupportedOperatingSystems,
  applicationControl,
  applicationControlUserFolders,
  applicationControlAllFolders,
  applicationControlFileTypes,
  applicationControlDrivers,
  applicationBlocklist,
  driverBlocklist,
  applicationControlReview,
  applicationControlEvents,
  legacyAuthenticationBlocked,
  highRiskUsersBlocked,
  highRiskSignInsBlocked,
  mfaEnforced,
  authenticatorContext,
  methodsMigrated,
  weakMethodsDisabled,
  highlyPrivilegedPhishingResistant,
  managedDeviceSignIn,
  managedDeviceRegistration,
  deviceCodeFlowBlocked,
  applicationRegistration,
  applicationSecretsBlocked,
  applicationSecretLifetime,
  applicationCertificateLifetime,
  adminConsentWorkflow,
  passwordExpiry,
  globalAdministratorCount,
  fineGrainedRoles,
  highlyPrivilegedCloudOnly,
  highlyPrivilegedNotPermanent,
  highlyPrivilegedThroughPim,
  globalAdministratorApproval,
  roleAssignmentAlerts,
  globalAdministratorActivationAlert,
  roleActivationAlerts,
  guestAccessRestricted,
  guestInvitationsRestricted,
]

/** Every check by its id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(LIST.map((check) => [check.id, check]))
