import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const RESPOND_INVESTIGATION: readonly Remedy[] = [
  {
    id: 'investigate-cause-and-extent',
    title: 'Investigate each serious incident to its cause and full extent',
    checks: [],
    requirements: ['RS.AN-03', 'RS.AN-08'],
    why: 'An attacker who is removed from one account and overlooked in another is back within days.',
    steps: [
      {
        text: 'Write a guide of two pages and the rule that every serious incident gets a timeline, a root cause and a search for further victims.',
        link: PUBLICATIONS.nistIncidentResponse,
      },
      {
        text: 'Timeline: collect events with time (in UTC), source, account and device, from the first trace to the last. In the Defender portal begin with the attack story of the incident, and with the unified audit log for mailboxes.',
        link: LEARN.investigateIncidents,
      },
      {
        text: 'Extent: search all other accounts, mailboxes and devices for the same addresses, files, senders, inbox rules and applications. Repeat with every new trace until nothing new turns up.',
        link: {
          title: 'Advanced hunting',
          url: 'https://learn.microsoft.com/defender-xdr/advanced-hunting-overview',
        },
      },
      {
        text: 'Root cause: ask “why was that possible?” until the answer is something you can change, such as a missing fix or an unclear rule.',
      },
      {
        text: 'Define when your skills end and outside forensics take over: ransomware, leaks of personal data, administrators affected, traces older than your logs.',
        link: PUBLICATIONS.nistForensics,
      },
      {
        text: 'For level 4, count incidents without a known cause, and those whose extent was underestimated.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, compare causes across incidents, remove those behind several, and have tools do most of the searching.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for the guide; advanced hunting needs Defender for Endpoint Plan 2, which Microsoft 365 E5 includes, or another tool',
    usersNotice: 'People may be asked what they saw, and devices may be examined.',
    effort: 'days',
    verified:
      'Show the timeline, the root cause and what was searched with which result, for an incident or an exercise.',
    documentation: [PUBLICATIONS.nistIncidentResponse, LEARN.investigateIncidents],
  },
  {
    id: 'preserve-evidence-and-log-actions',
    title: 'Save evidence before cleaning up, and log every step of an investigation',
    checks: [],
    requirements: ['RS.AN-06', 'RS.AN-07'],
    why: 'Without sound evidence the insurer may refuse, the police cannot help, and nobody can prove what was not stolen.',
    steps: [
      {
        text: 'Write instructions of one page: what is saved first (logs, mailbox, image of disk and memory, messages of the attacker), with which tool, before anything is wiped or restarted.',
        link: PUBLICATIONS.nistForensics,
      },
      {
        text: 'For each item record source, date and time, who collected it, and a SHA-256 checksum. Store it where only two people have access and nobody can overwrite it.',
      },
      {
        text: 'In the Microsoft Purview portal, export the audit records from Audit > Search, and place affected mailboxes on litigation hold if their contents matter.',
        link: LEARN.auditSearch,
      },
      {
        text: 'Extend the retention of logs to at least twelve months, by an audit retention policy or by export to your own storage.',
        link: {
          title: 'Audit log retention policies',
          url: 'https://learn.microsoft.com/purview/audit-log-retention-policies',
        },
      },
      {
        text: 'Keep the investigators’ log in a place where entries cannot be changed afterwards: time, name, step, result. A locked ticket, a list with versions or a bound notebook will do.',
        link: PUBLICATIONS.nistIncidentResponse,
      },
      {
        text: 'For level 4, check each log for gaps after the case.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, rehearse collection once a year, and lengthen retention where evidence was missing.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for the instructions; audit retention beyond the standard period needs Microsoft Purview Audit (Premium), part of Microsoft 365 E5',
    usersNotice: 'An affected device is out of use for a while before it is rebuilt.',
    effort: 'days',
    verified: 'Show the instructions, the retention of each log, and the log of an investigation or exercise.',
    documentation: [
      PUBLICATIONS.nistForensics,
      {
        title: 'Place a mailbox on litigation hold',
        url: 'https://learn.microsoft.com/purview/ediscovery-create-a-litigation-hold',
      },
    ],
  },
]
