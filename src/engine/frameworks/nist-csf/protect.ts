import { type CsfFunction, subcategory } from './csf-function.ts'

export const PROTECT: CsfFunction = {
  group: { id: 'protect', name: 'Protect' },
  categories: [
    {
      name: 'Identity management, authentication and access control',
      subcategories: [
        // The checks read the credentials that attackers want most: idle administrator accounts, passwords of local
        // administrators, and whether application secrets must expire. People must answer how all others are issued and
        // revoked.
        subcategory('PR.AA-01', {
          parts: ['privileged-inactivity', 'local-administrator-passwords', 'application-secret-lifetime'],
          statement: 'Accounts and credentials of people, services and devices are issued, kept current and withdrawn.',
          remedy:
            'Disable accounts unused for 45 days, let Windows LAPS manage local administrator passwords, limit the life of application secrets by policy, review guests, and tie leavers’ accounts to the personnel process.',
        }),
        // Other checks read where sign-in methods may be registered; the tenant does not show whether identity was
        // verified before.
        subcategory('PR.AA-02', {
          statement:
            'It is made sure who somebody is before credentials are given to them, as strictly as the risk asks.',
          remedy:
            'Check identity papers or call back before issuing credentials, hand out a Temporary Access Pass, and protect the registration of security information by policy.',
        }),
        // All are about sign-ins by people, with old and new clients; how services and devices authenticate is not
        // read. A second factor for everybody that can be phished is level 2: it is required everywhere, but stops only
        // a part of the attacks.
        subcategory('PR.AA-03', {
          proof: ['mfa-all-users', 'mfa-phishing-resistant', 'legacy-authentication-blocked'],
          statement: 'Users, services and devices must prove who they are before they get in.',
          remedy:
            'Require multi-factor authentication for everybody by Conditional Access, block legacy authentication, and move to passkeys or Windows Hello for Business.',
        }),
        // The checks read the most frequent way in which tokens are stolen by social engineering. People must answer
        // for sessions, token protection and the keys of federated domains.
        subcategory('PR.AA-04', {
          parts: ['device-code-flow-blocked'],
          statement: 'What one system vouches for about a user cannot be forged or stolen on the way to another.',
          remedy:
            'Block the device code flow, turn on token protection and sign-in frequency for sensitive applications, and keep the signing keys of federated domains safe and renewed.',
        }),
        // The checks read that privileged access needs a second factor, is limited as far as visible, and ends; and how
        // little guests see and users may grant. People must answer for other rights and the separation of duties.
        subcategory('PR.AA-05', {
          parts: [
            'mfa-privileged-users',
            'least-privilege',
            'just-in-time-administration',
            'privileged-access-expiry',
            'guest-access-restricted',
            'application-consent',
          ],
          statement: 'Rights follow a policy, go no further than the work needs, keep duties apart and are reviewed.',
          remedy:
            'Make administrator roles eligible for a time in Privileged Identity Management, require a second factor for them, limit what guests see and users may consent to, and review roles and guests every quarter.',
        }),
        subcategory('PR.AA-06', {
          statement: 'Who may physically reach equipment is decided, controlled and watched, in step with the risk.',
          remedy:
            'Lock rooms with servers and network equipment, keep a list of key holders, accompany visitors, and review access when people leave.',
        }),
      ],
    },
    {
      name: 'Awareness and training',
      subcategories: [
        // Simulations would show that some were tested; only people know whether they learned what they need.
        subcategory('PR.AT-01', {
          statement: 'Everybody learns what they need to do their daily work safely.',
          remedy:
            'Train all staff when they start and every year after, with phishing simulations between, and follow up those who miss it.',
        }),
        // The tenant does not show what administrators or finance staff were taught.
        subcategory('PR.AT-02', {
          statement: 'People in special roles, such as administrators or finance, learn what their role asks of them.',
          remedy:
            'Give administrators, managers, finance and developers a training for the attacks aimed at them, and keep a record of who took it.',
        }),
      ],
    },
    {
      name: 'Data security',
      subcategories: [
        // The checks read the most frequent loss, that of a computer with its disk; people must answer how files,
        // servers and online storage are protected.
        subcategory('PR.DS-01', {
          parts: ['device-encryption'],
          statement: 'Stored data is kept secret, unaltered and at hand.',
          remedy:
            'Require disk encryption in an Intune compliance policy, protect sensitive files with labels that encrypt, and limit who may reach storage.',
        }),
        // Mail encryption and protection against forgery are in public DNS, which is not a response of the tenant, and
        // in Exchange, for which there is no read-only permission; files and websites use other channels.
        subcategory('PR.DS-02', {
          statement: 'Data on its way through networks is kept secret, unaltered and at hand.',
          remedy:
            'Publish SPF, DKIM and DMARC for all domains, turn off SMTP basic sign-in, and require TLS for mail connectors and websites.',
        }),
        // The checks read protection of the data that attackers take from memory first, passwords; people must answer
        // for other data in use.
        subcategory('PR.DS-10', {
          parts: ['credential-guard', 'lsa-protection', 'memory-integrity'],
          statement: 'Data is protected while programs work with it.',
          remedy:
            'Turn on Credential Guard, LSA protection and memory integrity by Intune policy, and limit copying out of business applications.',
        }),
        // Backups are readable if Microsoft 365 Backup makes them; whether they were ever restored is not.
        subcategory('PR.DS-11', {
          parts: ['backup-policies'],
          statement: 'Backups are made, protected and proven by restoring from them.',
          remedy:
            'Back up Microsoft 365 and other systems by a schedule, keep one copy that attackers cannot change, and test a restore every quarter.',
        }),
      ],
    },
    {
      name: 'Platform security',
      subcategories: [
        // Office and Edge are on every workstation and have by far the most settings to manage: a baseline for them
        // that users cannot change shows the practice.
        subcategory('PR.PS-01', {
          proof: ['office-hardening', 'office-settings-locked', 'browser-hardening', 'browser-settings-locked'],
          statement: 'Systems are set up by agreed secure settings, and the settings are kept in force.',
          remedy:
            'Assign security baselines for Windows, Office and Edge to all devices through Intune, and follow up devices that do not take them.',
        }),
        // Timely updates and timely removal, for Windows and for the software that attackers reach first.
        subcategory('PR.PS-02', {
          proof: [
            'application-patches',
            'windows-patches',
            'unsupported-applications',
            'unsupported-operating-systems',
          ],
          statement: 'Software is updated, replaced and removed in time for the risk it brings.',
          remedy:
            'Roll out updates with Windows Autopatch or update rings, patch other programs as well, and remove what its vendor no longer supports.',
        }),
        // Drivers and firmware are the part of maintenance that is visible in the tenant.
        subcategory('PR.PS-03', {
          parts: ['driver-updates'],
          statement: 'Hardware is maintained, replaced and taken away in time for the risk it brings.',
          remedy:
            'Replace devices that cannot run a supported system or lack a TPM and secure boot, and wipe them before disposal.',
        }),
        // Sign-ins and administration in the service, scripts and programs on the workstation: the logs that monitoring
        // needs.
        subcategory('PR.PS-04', {
          proof: ['mfa-events-logged', 'privileged-events-logged', 'powershell-logging', 'command-line-logging'],
          statement: 'Systems write logs, and those who monitor can work with them.',
          remedy:
            'Keep the unified audit log on, log PowerShell and process creation by Intune policy, and send logs to Microsoft Sentinel or another central place.',
        }),
        // App Control is the outcome itself; macros and what Office writes are the ways around it that users meet most.
        subcategory('PR.PS-05', {
          proof: [
            'application-control',
            'powershell-constrained-language',
            'office-macros-internet-blocked',
            'office-executable-content',
          ],
          statement: 'Programs that nobody approved can be neither installed nor run.',
          remedy:
            'Enforce App Control for Business on workstations, block macros from the internet, set attack surface reduction rules to block, and take away local administrator rights.',
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
        // In the cloud, the entry point is the sign-in: the checks read that it needs a known device. People must
        // answer how the networks themselves are segmented and closed.
        subcategory('PR.IR-01', {
          parts: ['managed-device-sign-in'],
          statement: 'Networks and environments are closed to everybody who has no business in them.',
          remedy:
            'Turn on the Windows firewall by policy, separate guests and servers in the network, and let Conditional Access admit compliant devices only.',
        }),
        subcategory('PR.IR-02', {
          statement: 'Equipment is protected from fire, water, heat, power failure and the like.',
          remedy:
            'Put servers and network equipment where they are cool, dry and fire-protected, on backed-up power, or move them to a provider that does so.',
        }),
        subcategory('PR.IR-03', {
          statement: 'Systems are built to keep the promised service going when parts of them fail.',
          remedy:
            'Find the single points of failure of your most important services, and add a second line, a spare or a tested way to work without.',
        }),
        subcategory('PR.IR-04', {
          statement: 'There is enough capacity to keep services available, also under load.',
          remedy:
            'Watch storage, bandwidth, licences and computing load with alerts at set limits, and plan growth once a year.',
        }),
      ],
    },
  ],
}
