import type { Check } from '../model/check.ts'
import { applicationBlocklist } from './application-control/application-blocklist.ts'
import { applicationControl } from './application-control/application-control.ts'
import { applicationControlAllFolders } from './application-control/application-control-all-folders.ts'
import { applicationControlDrivers } from './application-control/application-control-drivers.ts'
import { applicationControlFileTypes } from './application-control/application-control-file-types.ts'
import { applicationControlReview } from './application-control/application-control-review.ts'
import { applicationControlUserFolders } from './application-control/application-control-user-folders.ts'
import { driverBlocklist } from './application-control/driver-blocklist.ts'
import { adminConsentWorkflow } from './applications/admin-consent-workflow.ts'
import { applicationCertificateLifetime } from './applications/application-certificate-lifetime.ts'
import { applicationConsent } from './applications/application-consent.ts'
import { applicationRegistrationRestricted } from './applications/application-registration-restricted.ts'
import { applicationSecretLifetime } from './applications/application-secret-lifetime.ts'
import { applicationSecretsBlocked } from './applications/application-secrets-blocked.ts'
import { userConsentOff } from './applications/user-consent-off.ts'
import { backupPolicies } from './backup/backup-policies.ts'
import { browserAdvertisements } from './hardening/browser-advertisements.ts'
import { browserHardening } from './hardening/browser-hardening.ts'
import { browserJava } from './hardening/browser-java.ts'
import { browserSettingsLocked } from './hardening/browser-settings-locked.ts'
import { credentialGuard } from './hardening/credential-guard.ts'
import { deviceEncryption } from './hardening/device-encryption.ts'
import { dotnet35Removed } from './hardening/dotnet-35-removed.ts'
import { internetExplorerDisabled } from './hardening/internet-explorer-disabled.ts'
import { localAdministratorPasswords } from './hardening/local-administrator-passwords.ts'
import { lsaProtection } from './hardening/lsa-protection.ts'
import { memoryIntegrity } from './hardening/memory-integrity.ts'
import { networkProtection } from './hardening/network-protection.ts'
import { pdfChildProcesses } from './hardening/pdf-child-processes.ts'
import { pdfHardening } from './hardening/pdf-hardening.ts'
import { powershell2Removed } from './hardening/powershell-2-removed.ts'
import { powershellConstrainedLanguage } from './hardening/powershell-constrained-language.ts'
import { remoteCredentialGuard } from './hardening/remote-credential-guard.ts'
import { assetDiscovery } from './inventory/asset-discovery.ts'
import { softwareInventory } from './inventory/software-inventory.ts'
import { vulnerabilityScanFortnightly } from './inventory/vulnerability-scan-fortnightly.ts'
import { vulnerabilityScanWeekly } from './inventory/vulnerability-scan-weekly.ts'
import { vulnerabilityScanner } from './inventory/vulnerability-scanner.ts'
import { applicationControlEvents } from './logging/application-control-events.ts'
import { commandLineLogging } from './logging/command-line-logging.ts'
import { incidentClassification } from './logging/incident-classification.ts'
import { incidentTriage } from './logging/incident-triage.ts'
import { mfaEventsLogged } from './logging/mfa-events-logged.ts'
import { powershellLogging } from './logging/powershell-logging.ts'
import { privilegedEventsLogged } from './logging/privileged-events-logged.ts'
import { workstationLogTriage } from './logging/workstation-log-triage.ts'
import { authenticationMethodsMigrated } from './mfa/authentication-methods-migrated.ts'
import { authenticatorShowsContext } from './mfa/authenticator-shows-context.ts'
import { mfaAllUsers } from './mfa/mfa-all-users.ts'
import { mfaDataRepositories } from './mfa/mfa-data-repositories.ts'
import { mfaEnforced } from './mfa/mfa-enforced.ts'
import { mfaFactors } from './mfa/mfa-factors.ts'
import { mfaPhishingResistant } from './mfa/mfa-phishing-resistant.ts'
import { mfaPhishingResistantDataRepositories } from './mfa/mfa-phishing-resistant-data-repositories.ts'
import { mfaPhishingResistantLogon } from './mfa/mfa-phishing-resistant-logon.ts'
import { mfaPrivilegedUsers } from './mfa/mfa-privileged-users.ts'
import { mfaThirdPartyServices } from './mfa/mfa-third-party-services.ts'
import { mfaWorkstationLogon } from './mfa/mfa-workstation-logon.ts'
import { weakAuthenticationMethodsDisabled } from './mfa/weak-authentication-methods-disabled.ts'
import { officeChildProcesses } from './office/office-child-processes.ts'
import { officeCodeInjection } from './office/office-code-injection.ts'
import { officeExecutableContent } from './office/office-executable-content.ts'
import { officeHardening } from './office/office-hardening.ts'
import { officeMacroAntivirus } from './office/office-macro-antivirus.ts'
import { officeMacroSettingsLocked } from './office/office-macro-settings-locked.ts'
import { officeMacrosDisabled } from './office/office-macros-disabled.ts'
import { officeMacrosInternetBlocked } from './office/office-macros-internet-blocked.ts'
import { officeMacrosTrustedOnly } from './office/office-macros-trusted-only.ts'
import { officeMacrosUntrustedPublisher } from './office/office-macros-untrusted-publisher.ts'
import { officeMacrosV3Signatures } from './office/office-macros-v3-signatures.ts'
import { officeMacrosWin32Api } from './office/office-macros-win32-api.ts'
import { officeOlePackages } from './office/office-ole-packages.ts'
import { officeSettingsLocked } from './office/office-settings-locked.ts'
import { applicationPatches } from './patching/application-patches.ts'
import { applicationPatchesOrdinary } from './patching/application-patches-ordinary.ts'
import { applicationPatchesUrgent } from './patching/application-patches-urgent.ts'
import { driverUpdates } from './patching/driver-updates.ts'
import { driverUpdatesUrgent } from './patching/driver-updates-urgent.ts'
import { operatingSystemRelease } from './patching/operating-system-release.ts'
import { otherApplicationPatches } from './patching/other-application-patches.ts'
import { otherUnsupportedApplications } from './patching/other-unsupported-applications.ts'
import { unsupportedApplications } from './patching/unsupported-applications.ts'
import { unsupportedOperatingSystems } from './patching/unsupported-operating-systems.ts'
import { windowsPatches } from './patching/windows-patches.ts'
import { windowsPatchesUrgent } from './patching/windows-patches-urgent.ts'
import { dedicatedPrivilegedAccounts } from './privileged-access/dedicated-privileged-accounts.ts'
import { fineGrainedAdministratorRoles } from './privileged-access/fine-grained-administrator-roles.ts'
import { globalAdministratorActivationAlert } from './privileged-access/global-administrator-activation-alert.ts'
import { globalAdministratorApproval } from './privileged-access/global-administrator-approval.ts'
import { globalAdministratorCount } from './privileged-access/global-administrator-count.ts'
import { highlyPrivilegedCloudOnly } from './privileged-access/highly-privileged-cloud-only.ts'
import { highlyPrivilegedNotPermanent } from './privileged-access/highly-privileged-not-permanent.ts'
import { highlyPrivilegedPhishingResistant } from './privileged-access/highly-privileged-phishing-resistant.ts'
import { highlyPrivilegedThroughPim } from './privileged-access/highly-privileged-through-pim.ts'
import { justInTimeAdministration } from './privileged-access/just-in-time-administration.ts'
import { leastPrivilege } from './privileged-access/least-privilege.ts'
import { privilegedAccessApproval } from './privileged-access/privileged-access-approval.ts'
import { privilegedAccessExpiry } from './privileged-access/privileged-access-expiry.ts'
import { privilegedAccountsWithoutMailbox } from './privileged-access/privileged-accounts-without-mailbox.ts'
import { privilegedInactivity } from './privileged-access/privileged-inactivity.ts'
import { roleActivationAlerts } from './privileged-access/role-activation-alerts.ts'
import { roleAssignmentAlerts } from './privileged-access/role-assignment-alerts.ts'
import { secureAdminWorkstations } from './privileged-access/secure-admin-workstations.ts'
import { separateAdminEnvironments } from './privileged-access/separate-admin-environments.ts'
import { deviceCodeFlowBlocked } from './sign-in/device-code-flow-blocked.ts'
import { guestAccessRestricted } from './sign-in/guest-access-restricted.ts'
import { guestInvitationsRestricted } from './sign-in/guest-invitations-restricted.ts'
import { highRiskSignInsBlocked } from './sign-in/high-risk-sign-ins-blocked.ts'
import { highRiskUsersBlocked } from './sign-in/high-risk-users-blocked.ts'
import { legacyAuthenticationBlocked } from './sign-in/legacy-authentication-blocked.ts'
import { managedDeviceRegistration } from './sign-in/managed-device-registration.ts'
import { managedDeviceSignIn } from './sign-in/managed-device-sign-in.ts'
import { passwordExpiryOff } from './sign-in/password-expiry-off.ts'

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
  authenticatorShowsContext,
  authenticationMethodsMigrated,
  weakAuthenticationMethodsDisabled,
  highlyPrivilegedPhishingResistant,
  managedDeviceSignIn,
  managedDeviceRegistration,
  deviceCodeFlowBlocked,
  applicationRegistrationRestricted,
  applicationSecretsBlocked,
  userConsentOff,
  applicationSecretLifetime,
  applicationCertificateLifetime,
  adminConsentWorkflow,
  passwordExpiryOff,
  globalAdministratorCount,
  fineGrainedAdministratorRoles,
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
