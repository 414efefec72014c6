import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const RECOVER_PLAN: readonly Remedy[] = [
  {
    id: 'write-and-rehearse-recovery-plan',
    title: 'Write a recovery plan with roles and an agreed order, and rehearse it',
    checks: [],
    requirements: ['RC.RP-01', 'RC.RP-02'],
    why: 'Without an agreed order, the loudest department is restored first while customers and payroll wait.',
    steps: [
      {
        text: 'Take the ranking of services and put the systems in the order in which they can return: network and sign-in first, then backup, email, the vital services, the rest.',
        link: PUBLICATIONS.nistContingency,
      },
      {
        text: 'Have the heads of the teams agree on the order in writing, with the time that each service may take.',
      },
      {
        text: 'Write the plan: who starts it (named in the response plan as well), who leads, who rebuilds what, where installation media, licences, keys and passwords are, and what the IT provider supplies.',
        link: PUBLICATIONS.nistRecovery,
      },
      {
        text: 'Add a log for the recovery: what was done, what was put off, by whom and why.',
      },
      {
        text: 'Explain the plan to everybody with a part in it, hand out printed copies, and rehearse it once a year with at least one vital system.',
        link: PUBLICATIONS.ncscRecovering,
      },
      {
        text: 'For level 4, compare measured times with the plan.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, change order and plan after each rehearsal and real case.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a document, an agreement and a rehearsal',
    usersNotice: 'Heads of teams agree on the order; some people take part in a rehearsal.',
    effort: 'days',
    verified: 'Show the plan with the agreed order of services, and the record of a rehearsal.',
    documentation: [PUBLICATIONS.nistRecovery, PUBLICATIONS.nistContingency],
  },
  {
    id: 'agree-conditions-for-restoring',
    title: 'Agree when restoring may begin, and what must be protected first',
    checks: [],
    requirements: ['RS.MA-05', 'RC.RP-04'],
    why: 'Systems that are restored too early, with the old flaw still open, are encrypted a second time.',
    steps: [
      {
        text: 'Write the conditions on half a page: the attacker is out and the way in closed, evidence is saved, clean backups are found, administrators have new accounts, monitoring runs.',
        link: PUBLICATIONS.ncscRecovering,
      },
      {
        text: 'Name who decides, with a deputy, and what this person weighs up: the outage against the danger that the attacker returns.',
        link: PUBLICATIONS.nistIncidentResponse,
      },
      {
        text: 'For each main service write with its owner, in half a page, what “normal” means afterwards: which functions, for whom, at what speed, which data may be missing.',
      },
      {
        text: 'Add which protections must be in place first: second factor, fixes, separate network, tested backup, alerts. Old weaknesses are not restored.',
      },
      {
        text: 'Attach both pages to the response plan, use them in every exercise, and watch restored services closely for some weeks.',
      },
      {
        text: 'For level 4, count restarts that came too early or too late.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, correct the conditions after each case, and use what the business learned while it worked without the service.',
        fromLevel: 5,
      },
    ],
    licence: 'None: two pages agreed with the owners of the services',
    usersNotice: 'After an incident, people may wait somewhat longer for a safe return.',
    effort: 'hours',
    verified:
      'Show the conditions with the name of the person who decides, and the agreement for at least one main service.',
    documentation: [PUBLICATIONS.ncscRecovering, PUBLICATIONS.nistRecovery],
  },
]
