import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const RECOVER_COMMUNICATION: readonly Remedy[] = [
  {
    id: 'prepare-progress-notes-and-statements',
    title: 'Prepare progress notes and public statements for a recovery',
    checks: [],
    requirements: ['RC.CO-03', 'RC.CO-04'],
    why: 'Customers forgive an attack more easily than silence, and people who wait without news look for another supplier.',
    steps: [
      {
        text: 'Write a plan of one page: who waits for which service (staff, customers, partners, management), who writes to them, how often, and through which channel while email does not work.',
        link: PUBLICATIONS.ncscDisruption,
      },
      {
        text: 'Set the frequency, for example twice a day to staff and once a day to customers, even when there is nothing new. A note says what works, what does not, what comes next, and when the next note follows.',
      },
      {
        text: 'Prepare texts for website, telephone announcement, social media and press, with blanks for the facts. State what you are doing to recover and to prevent a recurrence; do not guess about causes.',
        link: PUBLICATIONS.ncscIncidents,
      },
      {
        text: 'Name who approves public statements, with a deputy, and who answers the press. A lawyer reads the texts once.',
      },
      {
        text: 'Set up a channel that survives the loss of your own site, such as a status page at another provider or an account on a social network, with its password in the printed plan.',
      },
      {
        text: 'For level 4, note in each exercise whether notes were on time.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, ask those who waited what they missed, rehearse statements, and adapt wording and channels.',
        fromLevel: 5,
      },
    ],
    licence: 'None; a status page costs little or nothing',
    usersNotice: 'During an outage, people get short messages at fixed times.',
    effort: 'hours',
    verified: 'Show the plan, the prepared texts, and the name of the person who approves them.',
    documentation: [PUBLICATIONS.nistRecovery, PUBLICATIONS.ncscDisruption],
  },
]
