import { learn } from './learn.ts'

/** Pages of Microsoft's documentation that several remedies refer to. */
export const LEARN = {
  emergencyAccounts: learn(
    'Emergency access accounts',
    'entra/identity/role-based-access-control/security-emergency-access',
  ),
  rolesByTask: learn('Least privileged role by task', 'entra/identity/role-based-access-control/delegate-by-task'),
  temporaryAccessPass: learn(
    'Temporary Access Pass',
    'entra/identity/authentication/howto-authentication-temporary-access-pass',
  ),
  sessionLifetime: learn(
    'Session lifetime in Conditional Access',
    'entra/identity/conditional-access/concept-session-lifetime',
  ),
  tokenProtection: learn(
    'Token protection in Conditional Access',
    'entra/identity/conditional-access/concept-token-protection',
  ),
  applicationPermissions: learn(
    'Review permissions granted to applications',
    'entra/identity/enterprise-apps/manage-application-permissions',
  ),
  singleSignOn: learn('Plan single sign-on for applications', 'entra/identity/enterprise-apps/plan-sso-deployment'),
  signInLogs: learn('Sign-in logs in Microsoft Entra', 'entra/identity/monitoring-health/concept-sign-ins'),
  accessReviews: learn('What are access reviews?', 'entra/id-governance/access-reviews-overview'),
  idProtection: learn('Overview of Microsoft Entra ID Protection', 'entra/id-protection/overview-identity-protection'),
  riskNotifications: learn(
    'Notifications of ID Protection',
    'entra/id-protection/howto-identity-protection-configure-notifications',
  ),
  privateApplications: learn(
    'Private Access: set up access to single applications',
    'entra/global-secure-access/how-to-configure-per-app-access',
  ),
  privateConditionalAccess: learn(
    'Conditional Access for Private Access',
    'entra/global-secure-access/how-to-target-resource-private-access-apps',
  ),
  bastion: learn('Azure Bastion', 'azure/bastion/bastion-overview'),
  onboardServers: learn('Onboard servers to Defender for Endpoint', 'defender-endpoint/onboard-server'),
  deviceInventory: learn('Device inventory of Defender for Endpoint', 'defender-endpoint/machines-view-overview'),
  deviceDiscovery: learn('Device discovery in Defender for Endpoint', 'defender-endpoint/device-discovery'),
  deviceResponse: learn('Response actions on a device', 'defender-endpoint/respond-machine-alerts'),
  softwareInventory: learn(
    'Software inventory of Defender',
    'defender-vulnerability-management/tvm-software-inventory',
  ),
  investigateIncidents: learn('Investigate incidents in the Defender portal', 'defender-xdr/investigate-incidents'),
  manageIncidents: learn('Manage incidents in Microsoft Defender', 'defender-xdr/manage-incidents'),
  incidentMails: learn('Incident notifications by email', 'defender-xdr/m365d-notifications-incidents'),
  threatAnalytics: learn('Threat analytics in Microsoft Defender', 'defender-xdr/threat-analytics'),
  compromisedMailbox: learn(
    'Responding to a compromised email account',
    'defender-office-365/responding-to-a-compromised-email-account',
  ),
  defenderInSentinel: learn(
    'Connect Microsoft Defender XDR to Microsoft Sentinel',
    'azure/sentinel/connect-microsoft-365-defender',
  ),
  immutableStorage: learn('Immutable storage in Azure', 'azure/storage/blobs/immutable-storage-overview'),
  protectedLogs: learn('How logs in Azure Monitor are protected', 'azure/azure-monitor/logs/data-security'),
  appControlInIntune: learn(
    'App Control for Business policies and managed installers in Intune',
    'intune/intune-service/protect/endpoint-security-app-control-policy',
  ),
  accountProtection: learn(
    'Account protection policies in Intune',
    'intune/intune-service/protect/endpoint-security-account-protection-policy',
  ),
  compliancePolicies: learn(
    'Start with compliance policies in Intune',
    'intune/intune-service/protect/device-compliance-get-started',
  ),
  encryptWindows: learn(
    'Encrypt Windows devices with BitLocker using Intune',
    'intune/intune-service/protect/encrypt-devices',
  ),
  securityBaselines: learn('Security baselines in Intune', 'intune/intune-service/protect/security-baselines'),
  expediteUpdates: learn(
    'Expedite Windows quality updates',
    'intune/intune-service/protect/windows-10-expedite-updates',
  ),
  driverUpdates: learn(
    'Driver and firmware updates in Intune',
    'intune/intune-service/protect/windows-driver-updates-overview',
  ),
  lapsInIntune: learn('Intune support for Windows LAPS', 'intune/intune-service/protect/windows-laps-overview'),
  laps: learn('Windows LAPS', 'windows-server/identity/laps/laps-overview'),
  lsaProtection: learn(
    'Configure added LSA protection',
    'windows-server/security/credentials-protection-and-management/configuring-additional-lsa-protection',
  ),
  administrativeHosts: learn(
    'Implement secure administrative hosts',
    'windows-server/identity/ad-ds/plan/security-best-practices/implementing-secure-administrative-hosts',
  ),
  memoryIntegrity: learn(
    'Enable virtualization-based protection of code integrity',
    'windows/security/hardware-security/enable-virtualization-based-protection-of-code-integrity',
  ),
  credentialGuard: learn(
    'Configure Credential Guard',
    'windows/security/identity-protection/credential-guard/configure',
  ),
  remoteCredentialGuard: learn(
    'Remote Credential Guard',
    'windows/security/identity-protection/remote-credential-guard',
  ),
  eventForwarding: learn(
    'Windows Event Forwarding for intrusion detection',
    'windows/security/operating-system-security/device-management/use-windows-event-forwarding-to-assist-in-intrusion-detection',
  ),
  edgePolicies: learn('Policies of Microsoft Edge', 'deployedge/microsoft-edge-policies'),
  essentialEightBackups: learn('Microsoft: Essential Eight regular backups', 'compliance/anz/e8-backup'),
  backupSetup: learn('Set up Microsoft 365 Backup', 'microsoft-365/backup/backup-setup'),
  formerEmployee: learn(
    'Remove a former employee and secure data',
    'microsoft-365/admin/add-users/remove-former-employee',
  ),
  serviceHealth: learn('How to check Microsoft 365 service health', 'microsoft-365/enterprise/view-service-health'),
  partnerAdministration: learn(
    'Granular delegated administration of partners',
    'partner-center/customers/gdap-introduction',
  ),
  sensitivityLabels: learn('Learn about sensitivity labels', 'purview/sensitivity-labels'),
  auditSearch: learn('Search the audit log in Purview', 'purview/audit-search'),
  lifecycle: learn('End of support of Microsoft products', 'lifecycle/products/'),
} as const
