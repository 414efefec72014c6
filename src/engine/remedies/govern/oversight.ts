import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const GOVERN_OVERSIGHT: readonly Remedy[] = [
  {
    id: 'publish-security-policy',
    title: 'Approve a short security policy, have everybody confirm it, keep it current',
    checks: [],
    requirements: ['GV.PO-01', 'GV.PO-02'],
    why: 'People cannot follow rules that they have never seen, and without confirmed rules a breach has no consequences.',
    steps: [
      {
        text: 'Write four to eight pages in plain language: acceptable use, passwords and sign-in, devices and home working, data and sharing, use of AI and cloud services, visitors, reporting, consequences of a breach.',
        link: PUBLICATIONS.ncscSmallOrganisations,
      },
      {
        text: 'Read it with two people from different teams, strike whatever cannot be followed in practice, and have management approve and date it.',
      },
      {
        text: 'Publish it where everybody works, and have each member of staff confirm it: when they start, once a year, and after each change. Keep the confirmations.',
      },
      {
        text: 'Write into the policy when it is reviewed: every year, and earlier after an incident, a new law or contract, a new technology, or a change in the business. Keep a table of versions.',
      },
      {
        text: 'With each new version, send a note of half a page about what has changed and why.',
      },
      {
        text: 'For level 4, measure confirmations, exceptions and breaches.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, collect questions and incidents all year, and change rules that do not work.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a form or an email is enough to collect confirmations',
    usersNotice: 'Everybody reads a few pages and confirms them, about 20 minutes a year.',
    effort: 'days',
    verified:
      'Show the approved policy with its table of versions, the confirmations of all staff, and the last note about a change.',
    documentation: [PUBLICATIONS.csfSmallBusiness, PUBLICATIONS.ncscTenSteps],
  },
  {
    id: 'report-security-figures',
    title: 'Report a few security figures to management every quarter, and decide on them',
    checks: [],
    requirements: ['GV.OV-01', 'GV.OV-03'],
    why: 'Without figures, only the next incident shows management whether its money was well spent.',
    steps: [
      {
        text: 'Choose five to eight figures that somebody can collect in an hour: the score and level of this report, Microsoft Secure Score, age of the oldest critical finding, patch and training rates, last restore test, incidents.',
        link: { title: 'Microsoft Secure Score', url: 'https://security.microsoft.com/securescore' },
      },
      {
        text: 'Define each in one line: where it comes from, who collects it, what is good.',
        link: PUBLICATIONS.nistMeasurement,
      },
      {
        text: 'The IT provider sends one page before each quarterly meeting: figures, change since last time, progress on the goals of the security plan, three proposals.',
      },
      {
        text: 'Management decides what to change, including rules that hinder the business more than they protect it. Record every decision with a name and a date.',
      },
      {
        text: 'For level 4, set a target and a limit for each figure.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, begin each meeting with whether the last changes worked, and replace figures that no longer mean anything.',
        fromLevel: 5,
      },
    ],
    licence: 'None: Microsoft Secure Score is part of every Microsoft 365 tenant',
    usersNotice: 'Only management and the provider take part; staff notice what is decided.',
    effort: 'hours',
    verified: 'Level 3 needs the figures of the past two quarters and a recorded decision that followed from them.',
    documentation: [
      PUBLICATIONS.nistMeasurement,
      { title: 'Microsoft Secure Score', url: 'https://learn.microsoft.com/defender-xdr/microsoft-secure-score' },
    ],
  },
]
