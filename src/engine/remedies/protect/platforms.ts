import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_PLATFORMS: readonly Remedy[] = [
  {
    id: 'write-and-enforce-baselines',
    title: 'Define secure settings for all kinds of systems, and enforce them with a tool',
    checks: [],
    requirements: ['PR.PS-01'],
    why: 'Vendors set up systems to be easy to use rather than safe, and attackers know the default settings by heart.',
    steps: [
      {
        text: 'List the kinds of systems: Windows, macOS, phones, servers, firewalls and switches, printers, Microsoft 365, business software.',
      },
      {
        text: 'Choose a published baseline for each, from the vendor or your national cyber security centre, and write on one page where you deviate and why.',
        link: PUBLICATIONS.nistConfiguration,
      },
      {
        text: 'Enforce the baseline of computers through Intune > Endpoint security > Security baselines or another management tool, first for a pilot group.',
        link: LEARN.securityBaselines,
      },
      {
        text: 'Do the same for servers by group policy or configuration management, and for network devices by templates. Export their configuration after each change and compare it with the template.',
        link: PUBLICATIONS.ncscArchitecture,
      },
      {
        text: 'Each month list systems that do not meet their baseline, and correct them or record an exception.',
      },
      {
        text: 'For level 4, report the share of systems that meet the baseline.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, have deviations corrected automatically, and adopt new versions of the published baselines.',
        fromLevel: 5,
      },
    ],
    licence: 'Intune, which Microsoft 365 Business Premium, E3 and E5 include, or any other management tool',
    usersNotice: 'A few conveniences disappear, such as old protocols or saving passwords in the browser.',
    effort: 'project',
    verified:
      'In addition to what the next run reads, show the baselines and a report of how many servers, network devices and services meet them.',
    documentation: [PUBLICATIONS.ncscArchitecture, LEARN.securityBaselines],
  },
  {
    id: 'set-times-for-fixes',
    title: 'Define how soon fixes are installed on all systems',
    checks: [],
    requirements: ['PR.PS-02'],
    why: 'Between the day a fix appears and the day you install it, the attack is published and you are open to it.',
    steps: [
      {
        text: 'Write the times on one page: for example 48 hours for exploited or critical flaws in what the internet can reach, two weeks for other applications and systems, one month for the rest.',
        link: PUBLICATIONS.nistPatching,
      },
      {
        text: 'Name for each kind of system the tool and the person: computers, servers, phones, firewalls, network storage, printers, websites, business software. Nothing may be left out.',
      },
      {
        text: 'Agree on a monthly maintenance window with the business, and on who may approve an urgent fix outside it.',
      },
      {
        text: 'List software whose support ends within a year, and remove or replace it before that day.',
        link: LEARN.lifecycle,
      },
      {
        text: 'Review the patch report every month, and find out why each late system is late.',
      },
      {
        text: 'For level 4, measure the days from fix to installation.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, shorten the times when you meet them reliably.',
        fromLevel: 5,
      },
    ],
    licence: 'None: update tools come with Intune or with your management tool',
    usersNotice: 'Computers restart for updates within a few days, after a warning.',
    effort: 'days',
    verified:
      'Show the page with times, a patch report of three months that includes servers and network devices, and the list of software whose support is ending.',
    documentation: [PUBLICATIONS.nistPatching, PUBLICATIONS.ncscVulnerabilities],
  },
  {
    id: 'collect-logs-centrally',
    title: 'List what every system must record, and store it centrally for a set time',
    checks: [],
    requirements: ['PR.PS-04'],
    why: 'Without logs, nobody can say what an attacker saw, and you must inform every customer instead of a few.',
    steps: [
      {
        text: 'List the sources: Entra sign-ins, unified audit log, computers, servers, firewall, VPN, wireless network, business software, backup. Mark for each what it records and for how long.',
        link: PUBLICATIONS.ncscLogging,
      },
      {
        text: 'Write which events each must record, and set one retention for all, for example twelve months. Entra keeps sign-ins for 30 days at most, so they must be exported.',
        link: {
          title: 'How long Microsoft Entra keeps its logs',
          url: 'https://learn.microsoft.com/entra/identity/monitoring-health/reference-reports-data-retention',
        },
      },
      {
        text: 'Choose the place: Microsoft Sentinel, another SIEM, or a log service of your provider. Send Entra logs through Entra ID > Monitoring & health > Diagnostic settings.',
        link: ENTRA.diagnostics,
      },
      {
        text: 'Connect the remaining sources one by one, synchronise all clocks with the same time server, and limit who may delete logs.',
        link: PUBLICATIONS.nistLogs,
      },
      {
        text: 'Test it: search for one person’s sign-in across several sources.',
      },
      {
        text: 'For level 4, alert on sources that fall silent and report coverage.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, add whatever each investigation lacked.',
        fromLevel: 5,
      },
    ],
    licence:
      'Microsoft Sentinel is billed by volume; export of sign-in logs needs Microsoft Entra ID P1, which Business Premium includes',
    usersNotice:
      'Nothing changes in daily work; inform staff, and the works council where there is one, of what is recorded.',
    effort: 'project',
    verified: 'Show the list of sources with their retention, and a search across several of them.',
    documentation: [PUBLICATIONS.ncscLogging, PUBLICATIONS.nistLogs],
  },
]
