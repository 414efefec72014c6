import type { Remedy } from '../../model/remedy.ts'
import { appControl } from '../links/hardening-guides.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { LEARN } from '../links/learn-pages.ts'

export const UPKEEP: readonly Remedy[] = [
  {
    id: 'review-application-control-rules-yearly',
    title: 'Review the rules of application control every year',
    checks: ['application-control-review'],
    requirements: ['ISM-1582'],
    why: 'Rules are added in a hurry and rarely removed; after some years they allow old and unsafe software that nobody uses any more.',
    steps: [
      {
        text: 'Name one person who owns the rules and put a yearly appointment in the calendar that includes your service provider.',
      },
      {
        text: 'Export every policy, and go through it rule by rule: who needs this, is the software still supported, and can a folder or hash be replaced by a publisher?',
        link: ENDPOINT_SECURITY.applicationControl,
      },
      {
        text: 'Remove what no one needs, first in audit mode if you are not sure, and bring Microsoft’s two lists of block rules up to date.',
      },
      {
        text: 'Record date, reviewer and result in a ticket, and the date in the description of each policy in Intune, even if nothing changed.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.Read.All',
      check: `# When each App Control policy in Intune was last changed
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
(Invoke-MgGraphRequest -Method GET -Uri $uri -OutputType PSObject).value |
  Where-Object { $_.templateReference.templateFamily -eq 'endpointSecurityApplicationControl' } |
  Select-Object name, lastModifiedDateTime`,
    },
    licence: 'None: it is a task for the people who look after the rules',
    usersNotice: 'People who still use software that was removed from the list will ask for it again.',
    effort: 'hours',
    verified:
      'Answer the questionnaire and show the record of the review: that decides. The next run shows beside it when the application control policies in Intune were last changed.',
    documentation: [appControl('Plan for the lifecycle of App Control policies', 'design/plan-appcontrol-management')],
  },
  {
    id: 'collect-application-control-events',
    title: 'Collect in one central log what application control allows and blocks',
    checks: [],
    requirements: ['ISM-1660'],
    why: 'A blocked program on one computer is often the first sign of an attack on all of them, and once that computer is encrypted, its own log is lost.',
    steps: [
      {
        text: 'Choose one place for events: Defender, Microsoft Sentinel, or the central log of your service provider. Decide how long they are stored, at least a year if your auditor asks for it.',
      },
      {
        text: 'Onboard all computers and servers to Microsoft Defender for Endpoint. What was blocked or audited arrives there as events whose action type starts with AppControl, and the start of every program as a process event.',
        link: appControl(
          'Application control events in advanced hunting',
          'operations/querying-application-control-events-centrally-using-advanced-hunting',
        ),
      },
      {
        text: 'Remember that App Control itself writes no event for what it allows. Without Defender, collect event 4688 of process creation as well, or with AppLocker event 8002.',
      },
      {
        text: 'From machines without Defender, send the logs CodeIntegrity/Operational and the four AppLocker logs with Windows Event Forwarding or the agent of your central log.',
        link: LEARN.eventForwarding,
      },
      {
        text: 'Start an unapproved and an approved program on one computer and one server, and find all four in the central log. Save that search.',
      },
    ],
    licence: 'None with Event Forwarding; or Microsoft Defender for Endpoint P2, which Microsoft 365 E5 includes',
    usersNotice: 'People notice nothing, but should know that the start of programs at work is recorded.',
    effort: 'days',
    verified:
      'Answer the questionnaire for all computers and servers, and show a search in the central log with an allowed and a blocked event of each kind of machine.',
    documentation: [appControl('Understanding App Control event IDs', 'operations/event-id-explanations')],
  },
]
