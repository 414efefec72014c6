import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const IDENTIFY_WEAKNESSES: readonly Remedy[] = [
  {
    id: 'scan-all-systems-for-weaknesses',
    title: 'Plan which scanner covers which system, and record what it finds',
    checks: [],
    requirements: ['ID.RA-01'],
    why: 'Attackers scan the whole internet every day; whatever you do not find first, they do.',
    steps: [
      {
        text: 'List what must be scanned: computers, servers, network devices, websites, and everything that answers on your public addresses. Compare it with what your scanner covers today.',
        link: PUBLICATIONS.ncscVulnerabilities,
      },
      {
        text: 'Use Microsoft Defender Vulnerability Management for onboarded devices, or another scanner, and add a scan from outside for addresses and websites.',
        link: {
          title: 'Security recommendations in Defender Vulnerability Management',
          url: 'https://learn.microsoft.com/defender-vulnerability-management/tvm-security-recommendation',
        },
      },
      {
        text: 'Write down the schedule: daily or continuously where an agent runs, at least every two weeks elsewhere, and after each larger change.',
      },
      {
        text: 'Record the results in one place, confirm the serious ones, and note systems that the scan did not reach.',
      },
      {
        text: 'Once a year also look for weaknesses that no scanner sees: rooms, procedures such as payment approval, and old agreements.',
      },
      {
        text: 'For level 4, report coverage and open weaknesses by age.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, have outside testers examine your most important systems, and close the gaps in your scans.',
        fromLevel: 5,
      },
    ],
    licence:
      'Any scanner will do; Microsoft 365 Business Premium and E5 include basic Defender Vulnerability Management',
    usersNotice: 'Scans run in the background; a few sensitive machines may need a maintenance window.',
    effort: 'days',
    verified: 'Show the last scan report with the systems it covered, and what was done about its worst results.',
    documentation: [PUBLICATIONS.ncscVulnerabilities, PUBLICATIONS.cisaExploited],
  },
  {
    id: 'follow-warnings-and-list-threats',
    title: 'Subscribe to security warnings and keep a list of your threats',
    checks: [],
    requirements: ['ID.RA-02', 'ID.RA-03'],
    why: 'Most attacks use methods that were publicly known for weeks before they reached the victim.',
    steps: [
      {
        text: 'Subscribe a shared mailbox to the alerts of your national cyber security centre, of CISA’s catalogue of exploited vulnerabilities, and of the vendors of your firewall, backup and business software.',
        link: PUBLICATIONS.cisaExploited,
      },
      {
        text: 'Name the person who reads them every working day, often at the IT provider, and a deputy. Define what must be checked the same day: flaws in your products that are reachable from the internet or already exploited.',
      },
      {
        text: 'In the Defender portal open Threat intelligence > Threat analytics, where you have it, and read the reports with high exposure.',
        link: LEARN.threatAnalytics,
      },
      {
        text: 'Write a list of 10 to 15 threats that fit you: criminals with ransomware, invoice fraud, stolen accounts, dishonest or careless insiders, mistakes, outages of a provider, theft of devices. One line each: who, how, what they want.',
        link: PUBLICATIONS.nistRiskAssessments,
      },
      {
        text: 'Review the list every six months, with your own incidents, blocked attempts and news from your sector at hand, and use it when risks are rated.',
      },
      {
        text: 'For level 4, measure the time from warning to action.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, drop sources that have proved useless, and add threats as they appear.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for public warnings; threat analytics comes with Defender for Endpoint Plan 2 and other Defender XDR products',
    usersNotice: 'Now and then people are warned of a current fraud.',
    effort: 'hours',
    verified:
      'Show a recent alert with what was done about it, and the list of threats with the date of its last review.',
    documentation: [PUBLICATIONS.cisaExploited, PUBLICATIONS.ncscThreats],
  },
  {
    id: 'work-through-risks-in-order',
    title: 'Rank risks and findings, and give each a decision, an owner and a date',
    checks: [],
    requirements: ['ID.RA-05', 'ID.RA-06'],
    why: 'Without an order, the easy things get done, and the dangerous one waits until it happens.',
    steps: [
      {
        text: 'Put open risks, scan results and the findings of this report into one list.',
      },
      {
        text: 'Rank each by three questions: is it exploited already, can it be reached from the internet, and how important is what it affects? Anything that gets three “yes” answers comes first.',
        link: PUBLICATIONS.cisaExploited,
      },
      {
        text: 'Give each of the top twenty entries a decision (reduce, accept, insure, stop), an owner and a date. Dates follow from the risk limits, for example two days for a critical, exploited flaw.',
        link: PUBLICATIONS.nistRiskRegister,
      },
      {
        text: 'Review the list every month with the IT provider. Overdue entries go to the quarterly risk meeting with a reason.',
      },
      {
        text: 'For level 4, report how many entries were closed in time.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, recalculate the order whenever facts change, and check afterwards whether the risk really fell.',
        fromLevel: 5,
      },
    ],
    licence: 'None: the list fits in the ticket system or risk register that you have',
    usersNotice: 'Some urgent changes arrive at short notice.',
    effort: 'hours',
    verified: 'Show the ranked list with owners and dates, and the entries closed most recently.',
    documentation: [PUBLICATIONS.nistRiskRegister, PUBLICATIONS.ncscVulnerabilities],
  },
  {
    id: 'approve-changes-and-exceptions',
    title: 'Approve changes to systems, and give every exception an end date',
    checks: [],
    requirements: ['ID.RA-07'],
    why: 'Many outages and open doors begin with a quick change, or with an exception that was meant to last a week.',
    steps: [
      {
        text: 'Define which changes need approval: firewall, sign-in and email rules, servers, business software, anything that touches many users. Routine updates are approved once, as a procedure.',
        link: PUBLICATIONS.nistConfiguration,
      },
      {
        text: 'Use a short form: what, why, what could go wrong, how it was tested, how to undo it, when, who approves. A ticket with these fields is enough.',
      },
      {
        text: 'Name who approves which kind of change, and have emergency changes documented within two working days.',
      },
      {
        text: 'Keep a register of exceptions to rules and policies, including exclusions in Conditional Access: reason, approver, compensating protection, end date. Remind the owner two weeks before the end.',
        link: {
          title: 'Conditional Access policies',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_ConditionalAccess/ConditionalAccessBlade/~/Policies',
        },
      },
      {
        text: 'For level 4, count failed changes and extended exceptions.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, discuss each failed change without blame, and improve form and tests.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a form in the ticket system and a list',
    usersNotice: 'Larger changes are announced beforehand and happen less often during working hours.',
    effort: 'days',
    verified: 'Show the last few approved changes, and an exceptions register in which no entry is past its end date.',
    documentation: [PUBLICATIONS.nistConfiguration, PUBLICATIONS.nistControls],
  },
  {
    id: 'accept-vulnerability-reports',
    title: 'Publish an address for security reports and define who answers them',
    checks: [],
    requirements: ['ID.RA-08'],
    why: 'Someone who finds a flaw and cannot report it gives up or publishes it, and criminals read that too.',
    steps: [
      {
        text: 'Create a shared mailbox such as security@ with your domain, read on working days by a named person and a deputy.',
      },
      {
        text: 'Publish the address on your website, with a short policy: what may be tested, what not, that you will not sue people who act in good faith, and how soon you answer. Also publish it as a security.txt file.',
        link: PUBLICATIONS.ncscDisclosure,
      },
      {
        text: 'Write the procedure: confirm receipt within three working days, assess within ten, fix by severity, inform the finder of the outcome.',
        link: PUBLICATIONS.cisaDisclosure,
      },
      {
        text: 'Handle notices from vendors, customers and authorities with the same procedure.',
      },
      {
        text: 'For level 4, measure the times to answer and to fix.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, bring them down from year to year, and thank finders in public if they wish.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a shared mailbox needs no licence of its own',
    usersNotice: 'Staff notice nothing; anyone who gets such a report forwards it to the new address.',
    effort: 'hours',
    verified: 'Show the published address, the procedure, and one report or vendor notice with what followed.',
    documentation: [PUBLICATIONS.ncscDisclosure, PUBLICATIONS.cisaDisclosure, PUBLICATIONS.nistDisclosure],
  },
]
