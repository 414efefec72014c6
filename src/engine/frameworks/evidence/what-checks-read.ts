/** What each check reads of a tenant, in a consultant's words, for the table in `docs/frameworks.md`. */
export const WHAT_CHECKS_READ: Readonly<Record<string, string>> = {
  // Devices, software and flaws
  'asset-discovery': 'when each device in Intune last checked in, and what Defender has found on the network',
  'software-inventory': 'which devices report their software to Defender',
  'vulnerability-scanner': 'which computers are onboarded to Defender Vulnerability Management',
  'vulnerability-scan-weekly': 'which computers Defender Vulnerability Management saw in the last week',
  'vulnerability-scan-fortnightly': 'which computers Defender Vulnerability Management saw in the last two weeks',
  'application-patches':
    'how old the flaws are that Defender finds in office, browser, email, PDF and security software',
  'application-patches-ordinary': 'how old the less urgent flaws are that Defender finds in such software',
  'application-patches-urgent': 'how old the critical and exploitable flaws are that Defender finds in such software',
  'other-application-patches': 'how old the flaws are that Defender finds in all other software',
  'unsupported-applications':
    'which office, browser, email, PDF and security software is past its end of support according to Defender',
  'other-unsupported-applications': 'which other software is past its end of support according to Defender',
  'windows-patches': 'the builds of Windows devices in Intune, and how long update rings may delay a fix',
  'windows-patches-urgent':
    'the builds of Windows devices in Intune, the catalogue of updates, update rings and expedited updates',
  'driver-updates': 'driver update profiles and update rings, and whether drivers arrive within a month',
  'driver-updates-urgent': 'driver update profiles and update rings, and whether drivers arrive within two days',
  'operating-system-release': 'the operating system releases of computers in Intune',
  'unsupported-operating-systems': 'the operating system versions of devices in Intune, and when their support ends',

  // Sign-in
  'mfa-all-users':
    'Conditional Access and security defaults: who must use a second factor for all resources, and legacy clients',
  'mfa-enforced': 'Conditional Access and security defaults: who must use a second factor for all resources',
  'mfa-privileged-users': 'who holds an administrator role, whether policy demands a second factor, and registrations',
  'mfa-factors': 'which authentication methods are enabled, and what the authentication strengths in use accept',
  'mfa-phishing-resistant': 'who must use a phishing-resistant authentication strength for all resources',
  'mfa-third-party-services': 'whether policies demand a second factor for the services behind single sign-on',
  'mfa-workstation-logon':
    'who has registered Windows Hello, a security key or a passkey for Windows, and policies that switch Windows Hello off',
  'mfa-phishing-resistant-logon':
    'who has registered Windows Hello, a security key or a passkey for Windows, and policies that switch Windows Hello off',
  'mfa-data-repositories': 'who must use a second factor to reach SharePoint and OneDrive',
  'mfa-phishing-resistant-data-repositories':
    'who must use a phishing-resistant second factor to reach SharePoint and OneDrive',
  'authentication-methods-migrated': 'how far the migration to the authentication methods policy has come',
  'authenticator-shows-context': 'the feature settings of Microsoft Authenticator',
  'weak-authentication-methods-disabled': 'whether text messages, voice calls and codes by email are enabled',
  'legacy-authentication-blocked': 'for whom policies block legacy clients',
  'device-code-flow-blocked': 'for whom policies block the device code flow',
  'high-risk-users-blocked': 'for whom policies block an account at high risk',
  'high-risk-sign-ins-blocked': 'for whom policies block a sign-in at high risk',
  'managed-device-sign-in': 'who can sign in only from a compliant or hybrid joined device',
  'managed-device-registration': 'who can register sign-in methods only from a compliant or hybrid joined device',
  'guest-access-restricted': 'which directory role guests have',
  'guest-invitations-restricted': 'who may invite guests',
  'password-expiry-off': 'the password validity period of each domain',

  // Administrators
  'privileged-access-approval': 'which administrator roles need approval to activate',
  'privileged-access-expiry': 'when assignments of administrator roles end, and which access reviews recur',
  'privileged-inactivity': 'when each holder of an administrator role last signed in',
  'dedicated-privileged-accounts': 'whether holders of administrator roles are licensed for a mailbox or Teams',
  'privileged-accounts-without-mailbox': 'whether holders of administrator roles are licensed for a mailbox',
  'least-privilege':
    'who permanently holds a role that controls the whole directory, and how many are Global Administrator',
  'just-in-time-administration': 'who holds an administrator role permanently, and who activates it',
  'secure-admin-workstations': 'whether policies limit administrators to devices that a filter selects',
  'separate-admin-environments': 'whether policies limit administrators to managed devices',
  'fine-grained-administrator-roles': 'how many accounts are Global Administrator, and how many hold narrower roles',
  'global-administrator-count': 'how many accounts are Global Administrator or may activate it',
  'global-administrator-approval': 'whether activating Global Administrator needs approval',
  'global-administrator-activation-alert': 'who gets email when somebody activates Global Administrator',
  'role-activation-alerts': 'who gets email when somebody activates another highly privileged role',
  'role-assignment-alerts': 'who gets email when somebody is given a highly privileged role',
  'highly-privileged-cloud-only': 'whether highly privileged accounts are synchronised, federated or external',
  'highly-privileged-not-permanent': 'who holds a highly privileged role permanently',
  'highly-privileged-phishing-resistant': 'which highly privileged accounts must use a phishing-resistant factor',
  'highly-privileged-through-pim': 'which highly privileged roles were given outside Privileged Identity Management',
  'local-administrator-passwords':
    'Windows LAPS policies, what devices report about LAPS, and whether Entra accepts it',

  // Applications of the directory
  'application-registration-restricted': 'who may register applications',
  'application-consent': 'which consent policy says what users may let applications do',
  'user-consent-off': 'whether any consent policy lets users decide for themselves',
  'admin-consent-workflow': 'whether users can request an application, and who reviews requests',
  'application-secrets-blocked': 'the default application management policy on new secrets',
  'application-secret-lifetime': 'the default application management policy on the lifetime of secrets',
  'application-certificate-lifetime': 'the default application management policy on the lifetime of certificates',

  // Software that may run
  'application-control': 'App Control and AppLocker policies in Intune, and whether they enforce or audit',
  'application-control-user-folders': 'path rules of these policies that name user profiles or temporary folders',
  'application-control-all-folders': 'path rules of these policies that name any folder',
  'application-control-file-types': 'which kinds of files these policies decide on',
  'application-control-drivers': 'whether an App Control policy covers kernel mode',
  'application-control-review': 'when these policies were last changed',
  'application-control-events': 'which computers send their events to Defender',
  'application-blocklist': 'whether an App Control policy has a sample of the rules that Microsoft recommends',
  'driver-blocklist': 'memory integrity policies, Windows builds, and what devices report about the driver blocklist',

  // Windows, browsers and PDF software
  'memory-integrity': 'policies in Intune that turn on memory integrity',
  'lsa-protection': 'policies in Intune that turn on LSA protection, and what devices report',
  'credential-guard':
    'policies in Intune that turn on Credential Guard, Windows versions and editions, and what devices report',
  'remote-credential-guard': 'policies in Intune that let devices accept Remote Credential Guard',
  'device-encryption': 'whether each computer reports to Intune that its disk is encrypted',
  'network-protection': 'policies in Intune that turn on network protection, and what devices report',
  'internet-explorer-disabled':
    'Windows versions and editions in Intune, and policies that disable Internet Explorer 11',
  'browser-java': 'Windows versions in Intune, and policies on Java in the internet zone',
  'browser-advertisements': 'policies in Intune on advertisements in Edge',
  'browser-hardening': 'policies in Intune for Edge, compared with ASD’s guidance',
  'browser-settings-locked': 'whether policies in Intune for Edge are mandatory',
  'pdf-child-processes':
    'the attack surface reduction rule on child processes of Adobe Reader, device reports, and where Defender is active',
  'pdf-hardening': 'what devices report about active content in Adobe’s readers',
  'dotnet-35-removed': 'scripts in Intune that remove .NET Framework 3.5',
  'powershell-2-removed': 'scripts in Intune that remove PowerShell 2.0, and Windows versions',
  'powershell-constrained-language': 'App Control and AppLocker policies in Intune that are enforced for scripts',

  // Office
  'office-macros-disabled': 'Office policies in Intune that disable macros, and which groups are exempt',
  'office-macros-trusted-only': 'Office policies in Intune on signed macros and Trusted Locations',
  'office-macros-untrusted-publisher': 'Office policies in Intune on the Message Bar and the “Enable Content” button',
  'office-macros-v3-signatures': 'Office policies in Intune on V3 signatures of macros',
  'office-macros-internet-blocked': 'Office policies in Intune on macros in files from the internet',
  'office-macros-win32-api':
    'the attack surface reduction rule on Win32 API calls from macros, device reports, and where Defender is active',
  'office-macro-antivirus': 'Office policies in Intune on the macro runtime scan scope',
  'office-macro-settings-locked': 'whether policies in Intune set the macro settings of each Office application',
  'office-child-processes':
    'the attack surface reduction rule on child processes of Office, device reports, and where Defender is active',
  'office-executable-content':
    'the attack surface reduction rule on executable content from Office, device reports, and where Defender is active',
  'office-code-injection':
    'the attack surface reduction rule on code injection by Office, device reports, and where Defender is active',
  'office-ole-packages': 'scripts in Intune that set the registry value PackagerPrompt',
  'office-hardening': 'Office policies in Intune, compared with ASD’s guidance',
  'office-settings-locked': 'whether policies in Intune set the security settings of Office',

  // Logs, incidents and backups
  'mfa-events-logged': 'whether the sign-in log of Entra can be read and is being written',
  'privileged-events-logged': 'whether the audit log of Entra can be read and is being written',
  'powershell-logging': 'policies in Intune on module logging, script block logging and transcription',
  'command-line-logging':
    'policies in Intune on auditing process creation with command lines, and which computers report to Defender',
  'incident-triage': 'whether somebody took up the newest incidents in Microsoft Defender',
  'incident-classification': 'whether resolved incidents in Microsoft Defender have a classification and a severity',
  'workstation-log-triage': 'the licence of Defender for Endpoint, and whether somebody took up the newest incidents',
  'backup-policies': 'the Microsoft 365 Backup policies',
}
