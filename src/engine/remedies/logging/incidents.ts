import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { DEFENDER } from '../links/device-pages.ts'
import { LEARN } from '../links/learn-pages.ts'
import { DEFENDER_LICENCE } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

const SHOW_INCIDENTS = `Get-MgSecurityIncident -Top 50 |
  Sort-Object CreatedDateTime -Descending |
  Select-Object DisplayName, Status, Severity, Classification, AssignedTo, CreatedDateTime`

export const INCIDENTS: readonly Remedy[] = [
  {
    id: 'take-up-every-defender-incident',
    title: 'Have a named person take up every Defender incident within a day',
    checks: ['incident-triage', 'workstation-log-triage'],
    requirements: ['ISM-1228', 'ISM-0109'],
    why: 'Defender raises the alarm, but an alarm that nobody answers stops no intruder, and many need only hours to do their damage.',
    steps: [
      {
        text: 'Decide who handles incidents: your IT provider, a managed detection service or an employee with a deputy. Agree the times, for example high severity within an hour, all others within one working day.',
      },
      {
        text: 'In the Defender portal, open Settings > Microsoft Defender XDR > Incident email notifications, and add a rule for all severities that goes to a shared mailbox or ticket system.',
        link: DEFENDER.settings,
      },
      {
        text: 'Clear the backlog: open Incidents & alerts > Incidents, and for each one select Manage incident, assign it, and set the status to In progress or Resolved.',
        link: DEFENDER.start,
      },
      {
        text: 'From then on, assign each new incident on the day it appears, even one that turns out to be harmless, and record in it what you found.',
      },
      {
        text: 'Make sure that every workstation reports, Macs included: compare Assets > Devices in Defender with the list of computers once a month.',
      },
      {
        text: 'Treat suspicious events that people report or other systems raise in the same way: one ticket, an owner, and a decision on whether it is a security incident.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Security, with SecurityIncident.Read.All',
      check: SHOW_INCIDENTS,
    },
    licence: DEFENDER_LICENCE,
    usersNotice: 'People may get a call when something on their computer looks suspicious.',
    effort: 'days',
    verified:
      'The next run reads the 50 newest incidents, and expects that each older than three days is assigned, classified, in progress or resolved. For other sources, answer the questionnaire and show handled events with dates.',
    documentation: [LEARN.manageIncidents, LEARN.incidentMails, ASD.incidents],
  },
  {
    id: 'classify-incidents-when-resolving-them',
    title: 'Record for each resolved incident whether it was real and how serious',
    checks: ['incident-classification'],
    requirements: [],
    why: 'Only classified incidents show whether attacks are increasing, which alarms are false, and whether customers or authorities have to be informed.',
    steps: [
      {
        text: 'Agree on three answers that everybody uses: true positive with the kind of threat, expected activity such as a test, or false positive.',
      },
      {
        text: 'In the Defender portal, filter Incidents & alerts > Incidents by the status Resolved and the classification Not set. Select several at once, Manage incidents, and set the classification.',
        link: DEFENDER.start,
      },
      {
        text: 'Check that each of them has a severity, and correct it where the real damage was greater or smaller than Defender assumed.',
      },
      {
        text: 'Make it part of resolving: status Resolved, classification, severity and one sentence why. The same goes for automation rules and for the tools of your security provider.',
      },
      { text: 'Look through the classified incidents once a quarter, and tune the rules that raised false alarms.' },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Security, with SecurityIncident.Read.All',
      check: SHOW_INCIDENTS,
    },
    licence: 'None beyond the Defender product that raises the incidents',
    usersNotice: 'People notice nothing; it concerns only the people who handle incidents.',
    effort: 'hours',
    verified:
      'The next run expects a classification and a severity on each resolved incident among the 50 newest ones.',
    documentation: [LEARN.manageIncidents],
  },
]

export const INCIDENT_RESPONSE: readonly Remedy[] = [
  {
    id: 'name-whom-incidents-are-reported-to',
    title: 'Name who leads in an incident, and how to reach that person at any hour',
    checks: [],
    requirements: ['ISM-0123'],
    why: 'In the first hour people lose time asking whom to call; meanwhile a stolen account sends invoices or a virus spreads.',
    steps: [
      {
        text: 'Appoint the person who leads information security, and a deputy. In a small business this may be a managing director, who has a technical contact at the IT provider.',
      },
      {
        text: 'Set up one telephone number and one address for reports that reach one of the two at any hour, even when your own email and telephones are down.',
      },
      {
        text: 'Give staff one rule on a card or the intranet: report at once what looks wrong; nobody is blamed for a false alarm.',
      },
      {
        text: 'Write the same contact and a time limit, for example one hour, into the contracts of IT, cloud and security providers.',
      },
      {
        text: 'Call the number on a Sunday once a year, and update it when people leave.',
      },
    ],
    licence: 'None: two people and a telephone number',
    usersNotice: 'Everybody learns a number to call when something looks suspicious.',
    effort: 'hours',
    verified:
      'Answer the questionnaire, and show the page that names the contacts and the timeline of the last incident or trial call.',
    documentation: [ASD.incidentPlan, ASD.incidents],
  },
  {
    id: 'report-incidents-to-asd',
    title: 'Report security incidents to the Australian Signals Directorate',
    checks: [],
    requirements: ['ISM-0140'],
    why: 'ASD helps free of charge, warns others who are attacked in the same way, and a documented report shows authorities and insurers that you acted.',
    steps: [
      {
        text: 'Add to the incident plan who reports, with a deputy, and that they report as soon as an incident is suspected; details can follow.',
      },
      {
        text: 'Note the two ways: the form at cyber.gov.au/report, and the hotline 1300 CYBER1 (1300 292 371), which answers at any hour.',
        link: ASD.report,
      },
      {
        text: 'List what counts: ransomware and other malware, break-ins into accounts or devices, stolen or exposed data, attacks that block a service, successful phishing.',
      },
      {
        text: 'Add the other duties, which a report to ASD does not replace: reporting data breaches to the privacy commissioner and ransom payments to the government, and notifying customers and the insurer.',
        link: PUBLICATIONS.oaicBreaches,
      },
      { text: 'Store the receipt of each report with the incident’s notes.' },
    ],
    licence: 'None: reporting is free',
    usersNotice: 'Staff notice nothing; one named person does it.',
    effort: 'minutes',
    verified:
      'Answer the questionnaire, and show the page of the plan or the receipt of a report; if there has been no incident, the answer is yes.',
    documentation: [ASD.report, ASD.incidents],
  },
]
