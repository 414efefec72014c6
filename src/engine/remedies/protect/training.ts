import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_TRAINING: readonly Remedy[] = [
  {
    id: 'train-all-staff',
    title: 'Train everybody when they start and every year after',
    checks: [],
    requirements: ['PR.AT-01'],
    why: 'Most attacks begin with a message to an employee, and one early report can stop them.',
    steps: [
      {
        text: 'Choose training of 30 to 60 minutes, bought or your own: fraudulent messages and calls, sign-in and passwords, safe sharing, devices on the road, AI services, and how to report.',
        link: PUBLICATIONS.ncscSmallOrganisations,
      },
      {
        text: 'Set the dates: in the first week for newcomers, once a year for all, including part-time staff, temporary staff and management.',
        link: PUBLICATIONS.nistLearning,
      },
      {
        text: 'Show how to report: in Outlook with the button Report, otherwise by telephone. Check under Defender > Settings > Email & collaboration > User reported settings where reports go.',
        link: {
          title: 'User reported settings',
          url: 'https://learn.microsoft.com/defender-office-365/submissions-user-reported-messages-custom-mailbox',
        },
      },
      {
        text: 'Keep a list of who was trained when. Remind those who missed it after two weeks, and inform their manager after four.',
      },
      {
        text: 'For level 4, measure training, click and report rates.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, use simulations and real reports to change the contents every few months.',
        fromLevel: 5,
      },
    ],
    licence: 'None: free materials exist, and any training product will do',
    usersNotice: 'Everybody spends about an hour a year on training.',
    effort: 'days',
    verified: 'Show the list of who was trained when, with a reason for everybody who is missing.',
    documentation: [PUBLICATIONS.ncscPhishing, PUBLICATIONS.nistLearning],
  },
  {
    id: 'train-exposed-roles',
    title: 'Train exposed roles for the attacks aimed at them',
    checks: [],
    requirements: ['PR.AT-02'],
    why: 'Criminals study who pays invoices and who holds the keys, and prepare their story for exactly that person.',
    steps: [
      {
        text: 'List the exposed roles with names: finance, management and their assistants, human resources, administrators and help desk, developers, staff of the IT provider with access.',
      },
      {
        text: 'Prepare one hour for each: finance practises forged invoices and changed bank details; help desk, false callers; administrators, stolen sessions and separate accounts; management, urgent requests and cloned voices.',
        link: PUBLICATIONS.ncscPhishing,
      },
      {
        text: 'Agree on firm habits, such as calling back a known number before any change of bank details, even if the boss asks.',
      },
      {
        text: 'Repeat it every year, record attendance, and ask the IT provider for the training records of its own staff.',
        link: PUBLICATIONS.nistLearning,
      },
      {
        text: 'For level 4, test the habits with staged calls or invoices and count the results.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, bring new methods of attack into the training within weeks.',
        fromLevel: 5,
      },
    ],
    licence: 'None: an hour with examples from your own business works best',
    usersNotice: 'People in exposed roles get one more hour of training a year.',
    effort: 'days',
    verified:
      'Show the list of roles, and the contents and attendance of the last training for finance or administrators.',
    documentation: [PUBLICATIONS.ncscPhishing, PUBLICATIONS.cisaSmallBusiness],
  },
]
