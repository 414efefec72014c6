import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1 } from '../links/licences.ts'

export const SIGN_IN_LOGS: readonly Remedy[] = [
  {
    id: 'send-entra-logs-to-a-watched-system',
    title: 'Send the records of sign-ins and changes to a system that somebody watches',
    checks: [],
    requirements: ['MS.AAD.4.1v1', 'ISM-1683'],
    why: 'Without records in a safe place, nobody sees a break-in while it happens, and afterwards nobody can say what was taken.',
    steps: [
      {
        text: 'Choose where the records go: Microsoft Sentinel, or the log system of your security provider. Agree who looks at alerts, in which hours, and whom they call.',
      },
      {
        text: 'In Entra ID > Monitoring & health > Diagnostic settings, select “Add diagnostic setting” and that destination.',
        link: ENTRA.diagnostics,
      },
      {
        text: 'Tick AuditLogs, SignInLogs, NonInteractiveUserSignInLogs, ServicePrincipalSignInLogs, ManagedIdentitySignInLogs, ADFSSignInLogs, RiskyUsers, UserRiskEvents, RiskyServicePrincipals, ServicePrincipalRiskEvents, EnrichedOffice365AuditLogs and MicrosoftGraphActivityLogs.',
      },
      {
        text: 'Keep the records for at least a year, and protect them from deletion by the administrators whose actions they record.',
      },
      {
        text: 'Test it: fail the second factor once on purpose, find that attempt in the destination, and trigger an alert.',
      },
    ],
    licence: `${ENTRA_P1}, and an Azure subscription for the destination`,
    requires: ['entra-p1'],
    usersNotice: 'People notice nothing; the privacy notice for staff should mention the records.',
    effort: 'hours',
    verified:
      'Show the diagnostic settings, a search with a passed and a failed sign-in, and a recent alert that was looked at.',
    documentation: [
      learn('Diagnostic settings of Entra', 'entra/identity/monitoring-health/howto-configure-diagnostic-settings'),
      learn('Entra data in Microsoft Sentinel', 'azure/sentinel/connect-azure-active-directory'),
    ],
  },
  {
    id: 'collect-administration-records-centrally',
    title: 'Collect the records of administration on all systems in one place',
    checks: [],
    requirements: ['ISM-1683', 'ISM-1509', 'ISM-1650'],
    why: 'Criminals with administrative rights delete the traces on the system itself; a copy elsewhere shows what they did.',
    steps: [
      {
        text: 'List the systems with their own sign-in or administrators: domain controllers, servers, VPN, firewalls, backup, hypervisors and business applications.',
      },
      {
        text: 'By group policy on domain controllers and servers, audit success and failure of Logon, Special Logon, Sensitive Privilege Use, User Account Management and Security Group Management.',
        link: learn(
          'Audit policy recommendations',
          'windows-server/identity/ad-ds/plan/security-best-practices/audit-policy-recommendations',
        ),
      },
      {
        text: 'Forward the security logs of Windows, and syslog of all other systems, to the same place as the records of Entra. Include the sign-ins of systems with a second factor of their own.',
      },
      {
        text: 'Keep auditing in Microsoft Purview on, and send the Entra audit log as well, so that changes to roles and groups in the cloud arrive there too.',
        link: LEARN.auditSearch,
      },
      {
        text: 'Add a test user to an administrator group in each directory, find the change in the central log, and remove the user again.',
      },
    ],
    licence: 'None for auditing; the central log system is billed by the amount of data',
    usersNotice: 'Nobody notices it; administrators should know that their work is recorded.',
    effort: 'days',
    verified:
      'Show a search in the central log with an administrator at work on each kind of system, and a recent change of a group.',
    documentation: [ASD.systemManagement],
  },
]
