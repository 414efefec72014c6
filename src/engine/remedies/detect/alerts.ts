import type { Remedy } from '../../model/remedy.ts'
import { DEFENDER } from '../links/device-pages.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const DETECT_ALERTS: readonly Remedy[] = [
  {
    id: 'investigate-alerts-by-procedure',
    title: 'Write down how alerts and reports from staff are investigated',
    checks: [],
    requirements: ['DE.AE-02', 'RS.MA-02'],
    why: 'Most serious incidents begin with an alert that somebody dismissed.',
    steps: [
      {
        text: 'Write one page for all alerts and for reports from staff: taken up within one hour if serious, otherwise within a working day, by a named person or a deputy.',
        link: PUBLICATIONS.ncscDetection,
      },
      {
        text: 'Add the steps: what triggered it, which account and device, what happened before and after, is it known or explained, was anybody harmed, is it real?',
      },
      {
        text: 'Add a short checklist for each of the five most frequent cases: phishing email, strange sign-in, malware found, lost device, false invoice.',
        link: PUBLICATIONS.ncscPhishing,
      },
      {
        text: 'In the Defender portal, use Investigation & response > Incidents & alerts > Incidents > Manage incident: assign it, and set classification and a note with the reason when it is resolved. For other tools use the ticket system.',
        link: LEARN.manageIncidents,
      },
      {
        text: 'Thank people who report, and let them know what it was.',
      },
      {
        text: 'For level 4, measure times, open alerts and wrong decisions.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, have a second person re-examine a sample of closed cases every month, and improve the steps.',
        fromLevel: 5,
      },
    ],
    licence: 'None for the procedure; incidents in the Defender portal come with any Defender product',
    usersNotice: 'People who report something get an answer.',
    effort: 'days',
    verified:
      'A few closed alerts and reports show times, names and reasons; what Microsoft Defender raises is read by the next run.',
    documentation: [PUBLICATIONS.ncscDetection, LEARN.manageIncidents],
  },
  {
    id: 'connect-sources-for-correlation',
    title: 'See alerts from email, accounts, devices, firewall and servers in one place',
    checks: [],
    requirements: ['DE.AE-03'],
    why: 'A strange sign-in, a new mail rule and a large download are harmless one by one; together they mean a break-in.',
    steps: [
      {
        text: 'Write a plan of one page: which sources matter, where they come together, in which order they are connected, who does it.',
        link: PUBLICATIONS.ncscMonitoring,
      },
      {
        text: 'Switch on the Defender products that you have licensed; the Defender portal then joins alerts from email, identities, devices and cloud applications into incidents.',
        link: DEFENDER.start,
      },
      {
        text: 'Send firewall, VPN and server logs to the same SIEM, for example Microsoft Sentinel, or have a managed service do it.',
        link: LEARN.defenderInSentinel,
      },
      {
        text: 'Start with a handful of rules across sources, such as a risky sign-in followed by a new inbox rule, or malware followed by a connection to a server.',
      },
      {
        text: 'Test with a harmless case that touches two sources, and check that it appears as one incident.',
      },
      {
        text: 'For level 4, report how many main sources are connected.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, connect whatever was missing in a case, and refine the rules.',
        fromLevel: 5,
      },
    ],
    licence:
      'Defender XDR comes with Microsoft 365 E5, parts of it with Business Premium; Microsoft Sentinel is billed by volume',
    usersNotice: 'Nobody outside the security team notices this.',
    effort: 'project',
    verified: 'Show the list of connected sources, and one incident that joins events of several of them.',
    documentation: [LEARN.defenderInSentinel, PUBLICATIONS.nistLogs],
  },
  {
    id: 'record-impact-and-context-of-incidents',
    title: 'Record what each incident affects, and what is known about such attacks',
    checks: [],
    requirements: ['DE.AE-04', 'DE.AE-07'],
    why: 'An alert on the boss’s laptop or the payroll server deserves a faster response than one on a test computer.',
    steps: [
      {
        text: 'Make a template of half a page: users, devices and data affected, rank of the systems, known attack and source, possible damage in money, outage and trust, meaning for the business, estimate by whom and when.',
        link: PUBLICATIONS.nistIncidentResponse,
      },
      {
        text: 'Make it part of every incident, in the ticket or as a comment in the Defender portal, and update it as you learn more.',
        link: LEARN.manageIncidents,
      },
      {
        text: 'Write the rule that each alert is compared with current knowledge: threat analytics in Defender, warnings from the national cyber security centre, news from your sector.',
        link: LEARN.threatAnalytics,
      },
      {
        text: 'Mark the systems that matter most where analysts see it, for example as critical assets in the Defender settings, or by tags in your tool.',
        link: {
          title: 'Critical assets in the Defender portal',
          url: 'https://security.microsoft.com/securitysettings/defender/critical_asset_management',
        },
      },
      {
        text: 'In serious incidents, ask the owner of the service to confirm the estimate within the day.',
      },
      {
        text: 'For level 4, compare estimates with final damage.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, feed what you learned back into the tools as indicators, and share it with your sector.',
        fromLevel: 5,
      },
    ],
    licence: 'None for the template; threat analytics and critical assets come with Microsoft Defender XDR',
    usersNotice: 'Owners of services are asked for an estimate during an incident.',
    effort: 'hours',
    verified:
      'Show an incident record with its estimate, and an alert whose record names a known attack or the rank of the system.',
    documentation: [PUBLICATIONS.nistIncidentResponse, PUBLICATIONS.ncscThreats],
  },
  {
    id: 'route-alerts-to-named-people',
    title: 'Send every alert to named people, day and night, and test that it arrives',
    checks: [],
    requirements: ['DE.AE-06'],
    why: 'Attackers strike on Friday evening because they know where alerts go: to an empty office.',
    steps: [
      {
        text: 'List all tools that raise alerts and the recipients set in each: Defender, Entra, firewall, backup, monitoring, alarm system, domain registrar. Remove people who have left.',
        link: PUBLICATIONS.ncscMonitoring,
      },
      {
        text: 'Direct all of them to a ticket system or a shared mailbox with a named reader and a deputy, never to one person alone.',
      },
      {
        text: 'In the Defender portal use Settings > Microsoft Defender XDR > Incident email notifications > Add item, choose the severities, and press Send test email.',
        link: LEARN.incidentMails,
      },
      {
        text: 'Arrange who is reachable out of hours for the most serious alerts: a rota, the IT provider or a managed service, with a call, not only an email.',
      },
      {
        text: 'Send a test alert from each tool every quarter, and note when somebody reacted.',
      },
      {
        text: 'For level 4, measure the time until somebody acts.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, shorten that time wherever it was too long.',
        fromLevel: 5,
      },
    ],
    licence: 'None: each tool has notifications; a rota or managed service costs extra',
    usersNotice: 'People on the rota may be called at night.',
    effort: 'hours',
    verified: 'Show the recipients set in each tool, and the record of the last test alert.',
    documentation: [LEARN.incidentMails, PUBLICATIONS.ncscMonitoring],
  },
  {
    id: 'define-incidents-and-severities',
    title: 'Define when an event is an incident, who declares it, and its severity',
    checks: [],
    requirements: ['DE.AE-08', 'RS.MA-03'],
    why: 'Until somebody declares an incident, nobody stops the damage.',
    steps: [
      {
        text: 'Write a table of one page. Rows are the types: account taken over, malware, ransomware, data leak, fraud, denial of service, loss of a device, outage of a provider.',
        link: PUBLICATIONS.nistIncidentResponse,
      },
      {
        text: 'For each type write the signs and thresholds that make it an incident, such as one confirmed sign-in by a stranger, or one encrypted file share.',
      },
      {
        text: 'Define three or four severities by damage and reach, each with times for response and for informing management: for example critical, 30 minutes, at any hour.',
        link: PUBLICATIONS.ncscIncidents,
      },
      {
        text: 'Name who may declare an incident, by day and by night. In doubt it is declared; nobody is blamed for a false alarm.',
      },
      {
        text: 'Put type and severity on every incident in the ticket system or the Defender portal, and handle them in the order of severity.',
        link: LEARN.manageIncidents,
      },
      {
        text: 'For level 4, measure whether response times are met.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, review incidents declared too late or needlessly, and adjust the thresholds.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a table of one page and two fields in the ticket system',
    usersNotice: 'Staff know that a report may lead to quick action, such as a locked account.',
    effort: 'hours',
    verified: 'Show the table, the declaration of the last incident, and incidents that carry type and severity.',
    documentation: [PUBLICATIONS.nistIncidentResponse, PUBLICATIONS.ncscIncidents],
  },
]
