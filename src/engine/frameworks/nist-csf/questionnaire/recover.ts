import { levelQuestion, type Section } from './level-question.ts'

export const RECOVER_QUESTIONS: readonly Section[] = [
  {
    id: 'RC.RP',
    title: 'Getting back to work',
    questions: [
      levelQuestion('RC.RP-01', {
        text: 'How ready is your plan for getting systems back after an incident?',
        one: 'Without a plan, somebody who knows the system sets it up again.',
        three:
          'A written plan sets out roles, the order of systems and who starts it, and everybody with a part in it knows it.',
        five: 'Rehearsals and real cases are timed against the plan, and the plan is improved from them.',
        shownBy: 'The recovery plan, and the record of a rehearsal.',
      }),
      levelQuestion('RC.RP-02', {
        text: 'How far does what the business needs first decide the order in which things are restored?',
        one: 'The loudest department comes first.',
        three:
          'The order is agreed with the business beforehand, and during recovery you note what was done and what was put off.',
        five: 'After each recovery or rehearsal the order is reviewed and, where it was wrong, changed.',
        shownBy: 'The agreed order of services.',
      }),
      levelQuestion('RC.RP-03', {
        text: 'How well do you check that backups are complete and clean before you restore from them?',
        one: 'They are restored unchecked, and with luck they work.',
        three: 'By a written rule, they are scanned, verified and first restored to a separate environment.',
        five: 'Damaged or infected backups are traced to their cause, and backups are checked continuously, not only when needed.',
        shownBy: 'The instruction, and the record of a check before a restore.',
      }),
      levelQuestion('RC.RP-04', {
        text: 'How clear is it how your main services should run after an incident, and what must be protected before they do?',
        one: 'Things are put back as they were, with the same weaknesses.',
        three:
          'The owners of the main services have agreed in writing what normal means and which protections must be in place first.',
        five: 'What the business learned about working without a service changes what is restored and how.',
        shownBy: 'The written agreement for one main service.',
      }),
      levelQuestion('RC.RP-05', {
        text: 'How well are restored systems checked before they are back in everyday use?',
        one: 'They are handed back as soon as they start up.',
        three:
          'By a written rule, each is tested with its users, checked for traces of the attacker and signed off by its owner.',
        five: 'Faults found after sign-off are counted, and the tests are extended to cover them.',
        shownBy: 'A sign-off that says what was tested.',
      }),
      levelQuestion('RC.RP-06', {
        text: 'How clearly is the end of a recovery declared and documented?',
        one: 'It fades out, and nothing is written down.',
        three: 'Written criteria define the end, a named person declares it, and a report follows within a set time.',
        five: 'Reports are compared with each other, and their recommendations are followed up until they are done.',
        shownBy: 'The final report of an incident or rehearsal.',
      }),
    ],
  },
  {
    id: 'RC.CO',
    title: 'Keeping people informed during recovery',
    questions: [
      levelQuestion('RC.CO-03', {
        text: 'How well are staff, customers and partners kept informed of how recovery is going?',
        one: 'They have to call and ask.',
        three: 'By a written plan, a named person sends short progress notes at fixed times to those who are waiting.',
        five: 'You ask those who waited what they missed, and improve the next notes accordingly.',
        shownBy: 'The plan for progress notes, or notes that were sent.',
      }),
      levelQuestion('RC.CO-04', {
        text: 'How well prepared are you to inform the public after an incident?',
        one: 'The press gets its answers from the first person who picks up the telephone.',
        three:
          'Texts for website and press are prepared, the person who approves them is named, and there is a channel if your site is down.',
        five: 'Statements are rehearsed, public reactions are monitored, and wording and channels are adapted.',
        shownBy: 'The prepared texts, and the name of the person who approves them.',
      }),
    ],
  },
]
