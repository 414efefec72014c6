import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const IDENTIFY_IMPROVEMENT: readonly Remedy[] = [
  {
    id: 'keep-improvement-list',
    title: 'Turn assessments, incidents and mishaps into one list of improvements',
    checks: [],
    requirements: ['ID.IM-01', 'ID.IM-03'],
    why: 'A report that nobody acts on costs money twice: once for writing it, and once when the same thing happens again.',
    steps: [
      {
        text: 'Repeat this assessment every quarter, and compare it with the last one: what improved, what got worse, what is still unknown.',
      },
      {
        text: 'Turn every gap worth closing into a task with an owner and a date, on one list shared by your organisation and the IT provider.',
      },
      {
        text: 'After each incident, larger change or annoying mishap, ask those involved for half an hour: what happened, what went well, what do we change? Nobody is blamed; the answers go on the same list.',
        link: PUBLICATIONS.ncscResponse,
      },
      {
        text: 'Show the list in the monthly meeting with the provider, and note the source of each entry.',
      },
      {
        text: 'For level 4, track the share of tasks finished in time, and mishaps that happened again.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, invite ideas from all staff, and aim the next assessment at the weakest places.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a task list in a tool that you already use',
    usersNotice: 'People are asked for their view after a mishap, and see what came of it.',
    effort: 'hours',
    verified: 'Show the list with sources, owners and status, and the comparison of the last two assessments.',
    documentation: [PUBLICATIONS.csf, PUBLICATIONS.ncscResponse],
  },
  {
    id: 'hold-yearly-exercises',
    title: 'Hold a phishing simulation and an emergency exercise every year',
    checks: [],
    requirements: ['ID.IM-02'],
    why: 'The first real emergency is a bad time to find out that the plan has the wrong telephone number.',
    steps: [
      {
        text: 'Choose a scenario that fits you, such as ransomware on a Friday evening or a forged invoice. Ready-made, free packages save the preparation.',
        link: PUBLICATIONS.cisaTabletop,
      },
      {
        text: 'Sit together for two hours: management, IT provider, human resources, communication, and an important supplier if possible. One person reads out the events; the others say what they would do, with the plan in hand.',
        link: PUBLICATIONS.ncscExercises,
      },
      {
        text: 'Run a phishing simulation for all staff with a product of your choice. In Defender: Email & collaboration > Attack simulation training.',
        link: {
          title: 'Attack simulation training',
          url: 'https://learn.microsoft.com/defender-office-365/attack-simulation-training-get-started',
        },
      },
      {
        text: 'Record who took part, what worked, what did not, and the changes with owner and date. Nobody is punished for a click.',
      },
      {
        text: 'For level 4, compare times, click and report rates over the years.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, make each exercise harder, add a technical one such as a full restore, and share the lessons with suppliers.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for the exercise; attack simulation training needs Defender for Office 365 Plan 2, which Microsoft 365 E5 includes',
    usersNotice: 'Everybody may receive a harmless imitation of a phishing email.',
    effort: 'days',
    verified: 'Show the record of the last exercise and simulation, and what was changed because of them.',
    documentation: [PUBLICATIONS.ncscExercises, PUBLICATIONS.cisaTabletop, PUBLICATIONS.nistExercises],
  },
  {
    id: 'keep-emergency-plans-current',
    title: 'Plan how to work without IT, and keep all emergency plans within reach',
    checks: [],
    requirements: ['ID.IM-04'],
    why: 'A plan on a server that ransomware has encrypted helps nobody.',
    steps: [
      {
        text: 'Make sure that there are three short plans: what to do in an incident, how to work without IT for some days, and how to bring systems back. They may be chapters of one document.',
        link: PUBLICATIONS.nistContingency,
      },
      {
        text: 'For working without IT, have each team write one page: which work can continue on paper or by telephone, which forms and lists are needed, and for how many days that is possible.',
        link: PUBLICATIONS.ncscDisruption,
      },
      {
        text: 'Begin each plan with contacts, who decides, when it is used, and what comes first. Ten readable pages are better than fifty.',
      },
      {
        text: 'Give everybody with a task a printed copy, and keep one outside your own systems: at the provider, on an encrypted stick, on private telephones of the leaders as far as allowed.',
      },
      {
        text: 'Review the plans every year and after every incident, exercise or move. Replace all copies, and note version and date.',
      },
      {
        text: 'For level 4, check with a short quiz or exercise whether people can work with the plans.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, let each incident and exercise improve them.',
        fromLevel: 5,
      },
    ],
    licence: 'None: documents and printed copies',
    usersNotice: 'Each team writes one page about working without computers, and knows where the plan is.',
    effort: 'days',
    verified: 'Show the plans with version and date, and the place outside your systems where they are kept.',
    documentation: [PUBLICATIONS.nistContingency, PUBLICATIONS.ncscDisruption],
  },
]
