import { DETECTION_AND_RESPONSE } from './detection-and-response.ts'
import { OUTSIDE_INTUNE, UNSEEN_COMPUTERS } from './not-seen.ts'
import { control, type Strategy } from './strategy.ts'

export const RESTRICT_ADMINISTRATIVE_PRIVILEGES: Strategy = {
  group: { id: 'restrict-administrative-privileges', name: 'Restrict administrative privileges' },
  controls: [
    control('ISM-1507', {
      levels: [1, 2, 3],
      hints: ['privileged-access-approval'],
      cannotShow:
        'How somebody first asked for the rights and who agreed: approval is read for activating a role that was given before.',
      raisedBy: 'privileged-accounts',
      statement: 'Somebody checks and approves each first request for administrative rights.',
      remedy:
        'Require approval for activating administrator roles in Privileged Identity Management, and keep a ticket with the reason for each grant.',
    }),
    control('ISM-1647', {
      levels: [2, 3],
      parts: ['privileged-access-expiry'],
      cannotShow: 'Rights on servers and in other systems, and reviews that are made by hand.',
      raisedBy: 'privileged-accounts',
      statement:
        'Administrative rights lapse after a year at most, unless somebody confirms that they are still needed.',
      remedy:
        'In Privileged Identity Management, let role assignments expire within 365 days, or run an access review of the roles every year that removes what is not confirmed.',
    }),
    control('ISM-1648', {
      levels: [2, 3],
      parts: ['privileged-inactivity'],
      cannotShow:
        'Accounts on servers and in other systems, and when a right was last used: only sign-ins are recorded.',
      raisedBy: 'privileged-accounts',
      statement: 'Administrative rights that nobody has used for 45 days are switched off.',
      remedy:
        'Review the last sign-in of every role holder each month, and remove roles or disable accounts that have been idle for more than 45 days.',
    }),
    control('ISM-0445', {
      levels: [1, 2, 3],
      hints: ['dedicated-privileged-accounts'],
      cannotShow: 'What an account is used for: a mailbox or Teams suggests everyday use but does not prove it.',
      raisedBy: 'privileged-accounts',
      statement: 'Administrators have a separate account for administrative work and use it for nothing else.',
      remedy:
        'Give each administrator a separate cloud-only account without a mailbox or Teams licence, and remove roles from everyday accounts.',
    }),
    control('ISM-1508', {
      levels: [3],
      hints: ['least-privilege'],
      cannotShow: 'What each person or service needs, and rights outside the directory.',
      raisedBy: 'privileged-accounts',
      statement: 'People and services hold only the administrative rights that their work calls for.',
      remedy:
        'Replace Global Administrator with narrower Entra roles, and review the permissions of applications and service accounts.',
    }),
    control('ISM-1175', {
      levels: [1, 2, 3],
      hints: ['privileged-accounts-without-mailbox'],
      cannotShow:
        'Proxies, firewalls and policies that keep administrators from the web, and who is cleared to manage online services.',
      raisedBy: 'privileged-accounts',
      statement:
        'Administrator accounts cannot browse the web, read email or use web services, apart from those cleared to manage online services.',
      remedy:
        'Remove mailbox licences from administrator accounts, and block web access for them at the proxy or firewall except for the portals they manage.',
    }),
    control('ISM-1883', {
      levels: [1, 2, 3],
      hints: ['least-privilege'],
      cannotShow: 'Which accounts are cleared to manage which online service, and what that work needs.',
      raisedBy: 'privileged-accounts',
      statement: 'Administrator accounts cleared to manage online services reach only what that work needs.',
      remedy:
        'Assign the narrowest Entra role that does the job, keep the number of Global Administrators small, and let administrators consent only to reviewed applications.',
    }),
    control('ISM-1898', {
      levels: [3],
      hints: ['secure-admin-workstations'],
      cannotShow:
        'How administrators’ devices are secured, and rules for them that are enforced outside Conditional Access.',
      raisedBy: 'privileged-accounts',
      statement: 'Administrative work is done on workstations that are secured for that purpose.',
      remedy:
        'Set up privileged access workstations in Intune, and allow administrator roles to sign in only from them with a Conditional Access device filter.',
    }),
    control('ISM-1380', {
      levels: [1, 2, 3],
      hints: ['separate-admin-environments'],
      cannotShow:
        'Whether the device for administration is not the one for everyday work, and how it is kept separate.',
      raisedBy: 'privileged-accounts',
      statement: 'Administrators do administrative work in one environment and everyday work in another.',
      remedy:
        'Provide a separate device, or a hosted desktop used only for administration, and require it for administrator roles with Conditional Access.',
    }),
    control('ISM-1687', {
      levels: [2, 3],
      raisedBy: 'privileged-accounts',
      statement: 'The environment for administrative work never runs as a guest inside an everyday environment.',
      remedy:
        'Run administration on the physical host or a dedicated server, and let the everyday desktop be the virtual machine, not the other way round.',
    }),
    control('ISM-1688', {
      levels: [1, 2, 3],
      raisedBy: 'privileged-accounts',
      statement: 'Everyday accounts cannot sign in where administrative work is done.',
      remedy:
        'On administration workstations and servers, limit the right to sign in to administrator groups through Intune or group policy.',
    }),
    control('ISM-1689', {
      levels: [1, 2, 3],
      raisedBy: 'privileged-accounts',
      statement: 'Administrator accounts, apart from local ones, cannot sign in to everyday computers.',
      remedy:
        'Deny local and remote desktop sign-in to domain and cloud administrator accounts on ordinary workstations through Intune or group policy.',
    }),
    control('ISM-1649', {
      levels: [3],
      parts: ['just-in-time-administration'],
      cannotShow: 'Administration of servers and other systems, and products for privileged access other than Entra’s.',
      raisedBy: 'privileged-accounts',
      statement: 'Administrative rights are granted only when they are needed and end automatically.',
      remedy:
        'Turn standing role assignments into eligible ones in Privileged Identity Management, and keep permanent assignments for emergency access accounts only.',
    }),
    control('ISM-1387', {
      levels: [2, 3],
      raisedBy: 'privileged-accounts',
      statement: 'Systems are administered through jump servers.',
      remedy:
        'Provide a hardened jump server, for example behind Azure Bastion, and have servers accept administrative connections only from it.',
    }),
    control('ISM-1685', {
      levels: [2, 3],
      parts: ['local-administrator-passwords'],
      cannotShow: 'Emergency access and service accounts, and products other than Windows LAPS.',
      raisedBy: 'privileged-accounts',
      statement:
        'Emergency access, local administrator and service accounts have managed credentials that are long, different from each other and impossible to guess.',
      remedy:
        'Turn on Windows LAPS for all devices through Intune and Entra, use managed identities or managed service accounts, and keep emergency credentials sealed and rotated.',
    }),
    control('ISM-1896', {
      levels: [3],
      proof: ['memory-integrity'],
      cannotShow: OUTSIDE_INTUNE,
      statement: 'Windows memory integrity protection is turned on.',
      remedy:
        'Enable hypervisor-protected code integrity in the Intune settings catalog for all Windows devices, and replace drivers that prevent it.',
    }),
    control('ISM-1861', {
      levels: [3],
      proof: ['lsa-protection'],
      cannotShow: UNSEEN_COMPUTERS,
      statement: 'Windows runs its Local Security Authority as a protected process.',
      remedy:
        'Assign the Intune setting that runs LSASS as a protected process, preferably with UEFI lock, to all Windows devices.',
    }),
    control('ISM-1686', {
      levels: [3],
      proof: ['credential-guard'],
      cannotShow: UNSEEN_COMPUTERS,
      statement: 'Windows Credential Guard is turned on.',
      remedy:
        'Enable Credential Guard for all Windows devices in the Intune settings catalog; those with Windows Pro need the Enterprise edition first.',
    }),
    control('ISM-1897', {
      levels: [3],
      parts: ['remote-credential-guard'],
      cannotShow: 'Servers, and whether people use it when they connect.',
      statement: 'Remote connections use Remote Credential Guard, so that credentials stay on the connecting computer.',
      remedy:
        'Assign the Intune setting that lets remote hosts delegate non-exportable credentials, and require Remote Credential Guard for remote desktop connections.',
    }),
    control('ISM-1509', {
      levels: [2, 3],
      parts: ['privileged-events-logged'],
      cannotShow: 'Whether the log reaches a central store, and the logs of servers and other systems.',
      raisedBy: 'privileged-accounts',
      statement: 'Each use of administrative rights is recorded in one central log.',
      remedy:
        'Export the Entra audit and sign-in logs to Microsoft Sentinel or another central log, and include the security logs of servers.',
    }),
    control('ISM-1650', {
      levels: [2, 3],
      parts: ['privileged-events-logged'],
      cannotShow: 'Whether the log reaches a central store, and changes in Active Directory and other directories.',
      raisedBy: 'privileged-accounts',
      statement: 'Changes to administrator accounts and to security groups are recorded in one central log.',
      remedy:
        'Keep the unified audit log on, export the Entra audit log to your central log, and audit account and group management on domain controllers.',
    }),
    ...DETECTION_AND_RESPONSE,
  ],
}
