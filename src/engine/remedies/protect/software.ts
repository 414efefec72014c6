import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_SOFTWARE: readonly Remedy[] = [
  {
    id: 'allow-only-approved-programs-everywhere',
    title: 'Let only approved programs run on computers and servers',
    checks: [],
    requirements: ['PR.PS-05'],
    why: 'Ransomware is a program like any other: where unknown programs do not start, it does not start either.',
    steps: [
      {
        text: 'Write the rule: staff have no administrator rights on their computers, programs come from the company portal or the IT provider, and anybody may request one through a ticket.',
      },
      {
        text: 'Take away local administrator rights. Where somebody really needs them, give a separate account or a tool that grants them for minutes.',
      },
      {
        text: 'On Windows, deploy App Control for Business through Intune > Endpoint security > App Control for Business, in audit mode first. Another vendor’s product is just as good.',
        link: {
          title: 'App Control for Business policies in Intune',
          url: 'https://learn.microsoft.com/intune/intune-service/protect/endpoint-security-app-control-policy',
        },
      },
      {
        text: 'Cover servers and Macs as well: App Control or another vendor’s product on servers, your device management on macOS.',
      },
      {
        text: 'Read what audit mode would have blocked for two to four weeks, approve what is needed, then switch to enforcement group by group.',
        link: {
          title: 'App Control for Business',
          url: 'https://learn.microsoft.com/windows/security/application-security/application-control/app-control-for-business/appcontrol',
        },
      },
      {
        text: 'For level 4, count blocked attempts and requests, and answer requests within a day. For level 5, shorten the list of approved programs, and close ways around it.',
      },
    ],
    licence:
      'App Control is part of Windows; Intune, in Microsoft 365 Business Premium, E3 and E5, distributes its policies',
    usersNotice: 'People cannot install programs themselves; a new one arrives within a day of the request.',
    effort: 'project',
    verified: 'Show the rule, and a screenshot or log entry of a program that was blocked on a server or Mac.',
    documentation: [
      {
        title: 'App Control for Business policies in Intune',
        url: 'https://learn.microsoft.com/intune/intune-service/protect/endpoint-security-app-control-policy',
      },
      PUBLICATIONS.cisaGoals,
    ],
  },
  {
    id: 'develop-software-securely',
    title: 'Set rules for secure development, your own and that you pay for',
    checks: [],
    requirements: ['PR.PS-06'],
    why: 'A flaw in a website or script that you ordered exposes your customers, and you answer for it.',
    steps: [
      {
        text: 'List what you develop or have developed: websites, shops, apps, interfaces, scripts and macros that the business depends on, with the person or company that maintains each.',
      },
      {
        text: 'Agree on a page of rules: every change is reviewed by a second person, tests run before each release, no passwords in code, components are listed and updated, test data contains no customers.',
        link: PUBLICATIONS.nistDevelopment,
      },
      {
        text: 'Switch on automatic checks in the code repository for outdated components, secrets and common flaws, and require a second factor for everyone with access.',
      },
      {
        text: 'Put the same rules into contracts with developers you hire, with the handover of code, accounts and documentation.',
        link: PUBLICATIONS.cisaSecureByDemand,
      },
      {
        text: 'Before a release, record who reviewed it, the test results and open flaws. Have what faces the internet tested by outsiders before its first release.',
      },
      {
        text: 'For level 4, count flaws by kind and age, and skipped reviews. For level 5, aim rules, tools and training at the most frequent causes.',
      },
    ],
    licence: 'None for the rules; code repositories offer basic checks free of charge or in their paid plans',
    usersNotice: 'Users of the software notice nothing, or fewer faults.',
    effort: 'project',
    verified: 'Show the rules, and the review and test results of the last release.',
    documentation: [PUBLICATIONS.nistDevelopment, PUBLICATIONS.cisaSecureByDemand],
  },
]
