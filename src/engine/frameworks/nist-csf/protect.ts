import { type CsfFunction, subcategory } from './csf-function.ts'

export const PROTECT: CsfFunction = {
  group: { id: 'protect', name: 'Protect' },
  categories: [
    {
      name: 'Identity management, authentication and access control',
      subcategories: [
        subcategory('PR.AA-01', {
          parts: ['privileged-inactivity', 'local-administrator-passwords'],
          hints: ['application-secret-lifetime'],
          cannotShow:
            'How all other accounts and credentials are issued and withdrawn, especially those outside the directory.',
          statement: 'Accounts and credentials of people, services and devices are issued, kept current and withdrawn.',
          remedy:
            'Disable accounts unused for 45 days, let Windows LAPS manage local administrator passwords, limit the lifetime of application secrets by policy, review guests, and block leavers’ accounts as part of the HR process.',
        }),
        // Other checks read where sign-in methods may be registered; the tenant does not show whether identity was
        // verified first.
        subcategory('PR.AA-02', {
          statement:
            'People’s identity is verified before they are given credentials, as strictly as the risk requires.',
          remedy:
            'Check identity documents or call back before issuing credentials, hand out a Temporary Access Pass, and protect the registration of security information by policy.',
        }),
        // The checks are about sign-ins by people, with old and new clients; how services and devices authenticate is not
        // read. If everybody needs a second factor, but one that can be phished, that is level 2: it is required
        // everywhere, but stops only some of the attacks.
        subcategory('PR.AA-03', {
          parts: ['mfa-all-users', 'legacy-authentication-blocked'],
          // The outcome does not say how strong a factor must be: the organisation decides that by its own view of risk.
          hints: ['mfa-phishing-resistant'],
          cannotShow:
            'How services and devices prove who they are, and systems that do not sign people in through Entra.',
          statement: 'Users, services and devices must prove who they are before they get access.',
          remedy:
            'Require multi-factor authentication for everybody by Conditional Access, block legacy authentication, and move to passkeys or Windows Hello for Business.',
        }),
        subcategory('PR.AA-04', {
          hints: ['device-code-flow-blocked'],
          cannotShow:
            'Session length, keys of federated domains, and how tokens are protected against theft, other than by device codes.',
          statement: 'What one system asserts about a user to another can be neither forged nor stolen on the way.',
          remedy:
            'Block the device code flow, turn on token protection and sign-in frequency for sensitive applications, and keep the signing keys of federated domains safe and renewed.',
        }),
        subcategory('PR.AA-05', {
          parts: ['privileged-access-expiry', 'guest-access-restricted', 'application-consent'],
          hints: ['least-privilege', 'just-in-time-administration', 'mfa-privileged-users'],
          cannotShow: 'Other rights, separation of duties, manual reviews, and systems outside the directory.',
          statement:
            'Rights follow a policy, go no further than the work requires, keep duties separate and are reviewed.',
          remedy:
            'Make administrator roles eligible for a limited time in Privileged Identity Management, require a second factor for them, limit what guests can see and what users may consent to, and review roles and guests every quarter.',
        }),
        subcategory('PR.AA-06', {
          statement:
            'Physical access to equipment is decided on, controlled and monitored, as strictly as the risk requires.',
          remedy:
            'Lock rooms with servers and network equipment, keep a list of key holders, accompany visitors, and review access when people leave.',
        }),
      ],
    },
    {
      name: 'Awareness and training',
      subcategories: [
        // Simulations would show that some people were tested, not whether everybody learned what they need.
        subcategory('PR.AT-01', {
          statement: 'Everybody learns what they need to do their daily work safely.',
          remedy:
            'Train all staff when they start and every year after, with phishing simulations between, and follow up those who miss it.',
        }),
        // The tenant does not show what administrators or finance staff were taught.
        subcategory('PR.AT-02', {
          statement: 'People in special roles, such as administrators or finance, learn what their role requires.',
          remedy:
            'Train administrators, managers, finance and developers for the attacks aimed at them, and keep a record of who took it.',
        }),
      ],
    },
    {
      name: 'Data security',
      subcategories: [
        subcategory('PR.DS-01', {
          parts: ['device-encryption'],
          cannotShow: 'Servers, removable media, and what is stored in online services.',
          statement: 'Stored data is kept confidential, unaltered and available.',
          remedy:
            'Require disk encryption in an Intune compliance policy, protect sensitive files with labels that encrypt, and limit who may reach storage.',
        }),
        // Email encryption and protection against forgery are set in public DNS, which the tenant does not return, and in
        // Exchange, which cannot be read without a permission to change it; files and websites use other channels.
        subcategory('PR.DS-02', {
          statement: 'Data in transit through networks is kept confidential, unaltered and available.',
          remedy:
            'Publish SPF, DKIM and DMARC for all domains, turn off SMTP basic sign-in, and require TLS for email connectors and websites.',
        }),
        subcategory('PR.DS-10', {
          hints: ['credential-guard', 'lsa-protection', 'memory-integrity'],
          cannotShow:
            'Data other than the credentials that Windows keeps in memory, and what people copy while they work.',
          statement: 'Data is protected while programs work with it.',
          remedy:
            'Turn on Credential Guard, LSA protection and memory integrity by Intune policy, and limit copying out of business applications.',
        }),
        subcategory('PR.DS-11', {
          hints: ['backup-policies'],
          cannotShow: 'Backups by other products, how they are protected, and whether anything was ever restored.',
          statement: 'Backups are made, protected and proven by restoring from them.',
          remedy:
            'Back up Microsoft 365 and other systems by a schedule, keep one copy that attackers cannot change, and restore from them in a yearly exercise and in smaller tests every quarter.',
        }),
      ],
    },
    {
      name: 'Platform security',
      subcategories: [
        subcategory('PR.PS-01', {
          parts: ['office-hardening', 'office-settings-locked', 'browser-hardening', 'browser-settings-locked'],
          cannotShow: 'Settings of servers, network devices, other systems and other browsers.',
          statement: 'Systems are set up with agreed secure settings, and the settings are enforced.',
          remedy:
            'Assign security baselines for Windows, Office and Edge to all devices through Intune, and follow up devices that do not apply them.',
        }),
        subcategory('PR.PS-02', {
          parts: [
            'application-patches',
            'windows-patches',
            'unsupported-applications',
            'unsupported-operating-systems',
          ],
          cannotShow: 'Servers, Macs, network devices, and software that Defender does not know.',
          statement: 'Software is updated, replaced and removed in time for the risk it brings.',
          remedy:
            'Roll out updates with Windows Autopatch or update rings, patch other programs as well, and remove what its vendor no longer supports.',
        }),
        subcategory('PR.PS-03', {
          hints: ['driver-updates'],
          cannotShow:
            'Age, servicing, replacement and disposal of hardware. The tenant shows only how drivers and firmware are updated.',
          statement: 'Hardware is maintained, replaced and retired in time for the risk it brings.',
          remedy:
            'Replace devices that cannot run a supported system or lack a TPM and secure boot, and wipe them before disposal.',
        }),
        subcategory('PR.PS-04', {
          parts: ['mfa-events-logged', 'privileged-events-logged', 'powershell-logging', 'command-line-logging'],
          cannotShow:
            'Logs of servers, network devices and other services, and whether the people who monitor receive any.',
          statement: 'Systems write logs that the people who monitor can work with.',
          remedy:
            'Keep the unified audit log on, log PowerShell and process creation by Intune policy, and send logs to Microsoft Sentinel or another central place.',
        }),
        subcategory('PR.PS-05', {
          parts: ['application-control', 'office-macros-internet-blocked'],
          // Where application control is enforced, this rule of Defender stops nothing more.
          hints: ['office-executable-content', 'powershell-constrained-language'],
          cannotShow: 'Servers, Macs, other vendors’ application control, and who may install software.',
          statement: 'Programs that nobody approved can be neither installed nor run.',
          remedy:
            'Enforce App Control for Business on workstations, block macros from the internet, set attack surface reduction rules to block, and remove local administrator rights.',
        }),
        subcategory('PR.PS-06', {
          statement: 'Software that is developed in-house or to order is built securely, and this is checked.',
          remedy:
            'Agree on secure coding rules, reviews, tests and dependency checks for every release, and measure how often they are skipped.',
        }),
      ],
    },
    {
      name: 'Technology infrastructure resilience',
      subcategories: [
        subcategory('PR.IR-01', {
          hints: ['managed-device-sign-in'],
          cannotShow: 'Networks. The tenant shows only whether signing in to the cloud requires a known device.',
          statement: 'Networks and environments are closed to everybody who does not need them.',
          remedy:
            'Turn on the Windows firewall by policy, separate guests and servers in the network, and have Conditional Access admit only compliant devices.',
        }),
        subcategory('PR.IR-02', {
          statement: 'Equipment is protected from fire, water, heat, power failure and the like.',
          remedy:
            'Put servers and network equipment where they are cool, dry and fire-protected, on backed-up power, or move them to a provider that offers this.',
        }),
        subcategory('PR.IR-03', {
          statement: 'Systems are built to keep the promised service going when parts of them fail.',
          remedy:
            'Find the single points of failure of your most important services, and add a second line, a spare or a tested way to work without it.',
        }),
        subcategory('PR.IR-04', {
          statement: 'There is enough capacity to keep services available, even under load.',
          remedy:
            'Watch storage, bandwidth, licences and computing load with alerts at set limits, and plan growth once a year.',
        }),
      ],
    },
  ],
}
