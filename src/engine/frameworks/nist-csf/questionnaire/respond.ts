import { levelQuestion, type Section } from './level-question.ts'

export const RESPOND_QUESTIONS: readonly Section[] = [
  {
    id: 'RS.MA',
    title: 'Handling an incident',
    questions: [
      levelQuestion('RS.MA-01', {
        text: 'If an incident were declared tonight, how well could you and your providers follow a plan?',
        one: 'Everybody would improvise and make calls.',
        three:
          'A plan names the leader, tasks and outside contacts, is within reach without your systems, and was practised in the past year.',
        five: 'Each incident and exercise is measured against the plan, and the plan and the people get better every time.',
        shownBy: 'The plan, and the record of the last incident or exercise that followed it.',
      }),
      levelQuestion('RS.MA-02', {
        text: 'How quickly and how soundly are reported incidents assessed and confirmed or dismissed?',
        one: 'Reports from staff and tools go unanswered.',
        three:
          'By a written rule, a named person takes up every report within a day and closes it with a reasoned decision.',
        five: 'Response times and wrong decisions are tracked, and those who report get an answer that encourages them to report again.',
        shownBy: 'A few reports with times, names and decisions.',
      }),
      levelQuestion('RS.MA-03', {
        text: 'How far are incidents sorted by type, and the most serious ones handled first?',
        one: 'They are handled in the order they come in.',
        three: 'A few types and severities with response times are written down, and every incident is given both.',
        five: 'Whether response times are met is measured, and types and severities are adjusted from what is learned.',
        shownBy: 'The list of types and severities, and incidents that carry them.',
      }),
      levelQuestion('RS.MA-04', {
        text: 'How clear is it when management or outside experts must be called in?',
        one: 'It is put off for as long as possible, because nobody knows whom to call.',
        three: 'A list says when to call whom, with numbers for any hour, and those concerned know it.',
        five: 'Calls made too late or needlessly are reviewed, and the criteria and contacts are updated.',
        shownBy: 'The list of who is called when, with a date.',
      }),
      levelQuestion('RS.MA-05', {
        text: 'How clear is it when, during an incident, restoring may begin?',
        one: 'Restoring begins at once, with the attacker perhaps still inside.',
        three:
          'Written conditions, such as the attacker being out, say when restoring may begin and who decides, and they are followed.',
        five: 'Restarts that came too early or too late are reviewed, and the conditions are corrected.',
        shownBy: 'The written conditions with the name of the person who decides.',
      }),
    ],
  },
  {
    id: 'RS.AN',
    title: 'Finding out what happened',
    questions: [
      levelQuestion('RS.AN-03', {
        text: 'How thoroughly do you establish what happened in an incident, and why it could happen?',
        one: 'Once things work again, nobody asks.',
        three:
          'Every serious incident gets a written timeline and root cause, with outside forensics where your skills end.',
        five: 'Causes are compared across incidents, and causes behind several of them are removed.',
        shownBy: 'The timeline and root cause of an incident or of an exercise.',
      }),
      levelQuestion('RS.AN-06', {
        text: 'How well are investigators’ actions recorded, in a way that cannot be altered unnoticed?',
        one: 'Only the people who did it know what was done.',
        three:
          'By a written rule, each step is logged with time and name in a place where it cannot be changed afterwards.',
        five: 'Logs are checked after each case for gaps, and recording is made easier and more complete.',
        shownBy: 'The log of an investigation, and where it is stored.',
      }),
      levelQuestion('RS.AN-07', {
        text: 'How well is evidence of an incident collected and preserved?',
        one: 'Computers are wiped first, and logs have long been overwritten.',
        three:
          'Written instructions say what is saved and how its origin and integrity are protected, and logs are kept long enough.',
        five: 'Missing evidence in past cases leads to longer retention and better collection, and this is rehearsed.',
        shownBy: 'The instruction for saving evidence, and for how long logs are kept.',
      }),
      levelQuestion('RS.AN-08', {
        text: 'How reliably is the full extent of an incident established?',
        one: 'What was noticed first is assumed to be the whole incident.',
        three:
          'By a written rule, all other devices and accounts are searched for the same traces until nothing new turns up.',
        five: 'Tools do most of the searching, and cases in which the extent was underestimated change how it is done.',
        shownBy: 'An incident record that shows what was searched and with what result.',
      }),
    ],
  },
  {
    id: 'RS.CO',
    title: 'Informing people',
    questions: [
      levelQuestion('RS.CO-02', {
        text: 'How well prepared are you to inform authorities, customers, staff and your insurer of an incident in time?',
        one: 'You would have to find out whom to inform while the time limit is running.',
        three: 'A list says who must be notified by when and by whom, with prepared texts and current contacts.',
        five: 'Notices are rehearsed and timed, and texts and lists are improved from recipients’ feedback.',
        shownBy: 'The list with time limits, and the prepared texts.',
      }),
      levelQuestion('RS.CO-03', {
        text: 'How well do you control who learns what while an incident is going on?',
        one: 'Rumours spread, and the attacker may be reading your emails about it.',
        three:
          'One named person speaks, a channel outside your own systems is agreed, and what may be passed on is marked.',
        five: 'What leaked or was missing is reviewed afterwards, and partners exchange useful findings in an agreed way.',
        shownBy: 'The name of the person who speaks, and the agreed channel.',
      }),
    ],
  },
  {
    id: 'RS.MI',
    title: 'Stopping an incident',
    questions: [
      levelQuestion('RS.MI-01', {
        text: 'How quickly could you stop an incident from spreading?',
        one: 'Nobody has ever cut off a device or locked an account in an emergency.',
        three:
          'A rule says who may cut off what at any hour, tools stop clear cases automatically, and this has been practised.',
        five: 'The time to containment is measured, and it falls from case to case and from exercise to exercise.',
        shownBy: 'The instruction for isolating devices and locking accounts, and when it was last practised.',
      }),
      levelQuestion('RS.MI-02', {
        text: 'How reliably is everything that an attacker left behind removed, and the way in closed?',
        one: 'The virus scanner runs once, and the password is changed.',
        three:
          'A checklist covers accounts, sessions, rules, applications, rebuilt devices and the weakness used, and is always worked through.',
        five: 'A check weeks later shows whether anything returned, and whatever was missed is added to the checklist.',
        shownBy: 'The checklist completed for an incident or exercise.',
      }),
    ],
  },
]
