import { levelQuestion, type Section } from './level-question.ts'

export const RESPOND_QUESTIONS: readonly Section[] = [
  {
    id: 'RS.MA',
    title: 'Handling an incident',
    questions: [
      levelQuestion('RS.MA-01', {
        text: 'If an incident were declared tonight, how well could you work by a plan together with your providers?',
        one: 'Everybody would improvise and telephone around.',
        three:
          'A plan names leader, tasks and outside contacts, can be reached without your systems, and has been practised within a year.',
        five: 'Each incident and exercise is measured against the plan, and plan and people get better every time.',
        shownBy: 'The plan, and the record of the last incident or exercise run by it.',
      }),
      levelQuestion('RS.MA-02', {
        text: 'How soon, and how soundly, is a reported incident looked at and confirmed or dismissed?',
        one: 'Reports from staff and tools stay lying.',
        three: 'By rule every report is taken up within a day by a named person and closed with a reasoned decision.',
        five: 'Times and wrong decisions are followed as figures, and those who report get an answer that makes them report again.',
        shownBy: 'A few reports with times, names and decisions.',
      }),
      levelQuestion('RS.MA-03', {
        text: 'How far are incidents sorted by kind, and the most serious ones treated first?',
        one: 'They are treated in the order they come in.',
        three: 'A few kinds and grades with response times are written down and set on every incident.',
        five: 'It is measured whether times are kept, and kinds and grades are changed by what was learned.',
        shownBy: 'The list of kinds and grades, and incidents that carry them.',
      }),
      levelQuestion('RS.MA-04', {
        text: 'How clear is it when management or outside experts must be called in?',
        one: 'It is put off for as long as possible, because nobody knows whom to call.',
        three: 'It is written when to call whom, with numbers for any hour, and those concerned know it.',
        five: 'Calls that came late or needlessly are looked back on, and the limits and contacts are renewed.',
        shownBy: 'The list of who is called when, with a date.',
      }),
      levelQuestion('RS.MA-05', {
        text: 'How clear is it when, during an incident, restoring may begin?',
        one: 'Restoring begins at once, with the attacker perhaps still inside.',
        three:
          'It is written what must be true before, such as the attacker being out, and who decides, and this is kept to.',
        five: 'Restarts that came too early or too late are looked at, and the conditions are corrected.',
        shownBy: 'The written conditions with the name of who decides.',
      }),
    ],
  },
  {
    id: 'RS.AN',
    title: 'Finding out what happened',
    questions: [
      levelQuestion('RS.AN-03', {
        text: 'How thoroughly is it found out what happened in an incident, and why it could happen?',
        one: 'Once things work again nobody asks.',
        three:
          'Every serious incident gets a written timeline and root cause, with outside forensics where your skills end.',
        five: 'Causes are compared across incidents, and what lies behind several of them is removed.',
        shownBy: 'The timeline and root cause of an incident or of an exercise.',
      }),
      levelQuestion('RS.AN-06', {
        text: 'How well is it recorded what investigators did, in a way that cannot be altered unseen?',
        one: 'What was done is in the heads of those who did it.',
        three: 'By rule each step is logged with time and name, in a place where it cannot be changed afterwards.',
        five: 'Logs are checked after each case for gaps, and recording is made easier and more complete.',
        shownBy: 'The log of an investigation, and where it is kept.',
      }),
      levelQuestion('RS.AN-07', {
        text: 'How well is evidence of an incident collected and kept?',
        one: 'Computers are wiped first, and logs have long been overwritten.',
        three: 'It is written what is saved, how its origin and integrity are secured, and logs are kept long enough.',
        five: 'Missing evidence in past cases leads to longer retention and better collecting, and this is rehearsed.',
        shownBy: 'The instruction for saving evidence, and for how long logs are kept.',
      }),
      levelQuestion('RS.AN-08', {
        text: 'How surely is the full extent of an incident worked out?',
        one: 'What was noticed first is taken to be all of it.',
        three: 'By rule all other devices and accounts are searched for the same traces until nothing new turns up.',
        five: 'Searching is largely done by tools, and extents that were underestimated change how it is done.',
        shownBy: 'An incident record that shows what was searched and with what result.',
      }),
    ],
  },
  {
    id: 'RS.CO',
    title: 'Telling those concerned',
    questions: [
      levelQuestion('RS.CO-02', {
        text: 'How well prepared are you to tell authorities, customers, staff and your insurer of an incident in time?',
        one: 'You would have to find out whom to tell while the time limit is running.',
        three: 'A list says who must be notified by when and by whom, with prepared texts and current contacts.',
        five: 'Notices are rehearsed and timed, and texts and lists change by what recipients said.',
        shownBy: 'The list with time limits, and the prepared texts.',
      }),
      levelQuestion('RS.CO-03', {
        text: 'How well do you control who learns what while an incident is going on?',
        one: 'Rumours spread, and the attacker may be reading your mail about it.',
        three:
          'One named person speaks, a channel outside your own systems is agreed, and it is marked what may be passed on.',
        five: 'It is looked at afterwards what leaked or was missing, and partners exchange useful findings in an agreed way.',
        shownBy: 'The name of who speaks, and the agreed channel.',
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
          'It is set who may cut off what at any hour, tools stop clear cases by themselves, and it has been practised.',
        five: 'The time to containment is measured, and it falls from case to case and from exercise to exercise.',
        shownBy: 'The instruction for isolating devices and locking accounts, and when it was last practised.',
      }),
      levelQuestion('RS.MI-02', {
        text: 'How surely is everything that an attacker left behind, and the way in, removed?',
        one: 'The virus scanner runs once, and the password is changed.',
        three:
          'A checklist covers accounts, sessions, rules, applications, rebuilt devices and the hole that was used, and is always worked through.',
        five: 'It is checked weeks later whether anything returned, and the checklist grows by what was missed.',
        shownBy: 'The checklist, worked through for an incident or exercise.',
      }),
    ],
  },
]
