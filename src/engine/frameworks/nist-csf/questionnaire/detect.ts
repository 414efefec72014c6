import { levelQuestion, type Section } from './level-question.ts'

export const DETECT_QUESTIONS: readonly Section[] = [
  {
    id: 'DE.CM',
    title: 'Monitoring',
    questions: [
      levelQuestion('DE.CM-01', {
        text: 'How closely are your networks watched for signs of an attack?',
        one: 'Nobody looks at what the firewall and router report.',
        three:
          'Unusual traffic raises alerts on every network, and a named person or provider looks at them within a set time.',
        five: 'False and missed alerts are counted, and detection is tuned accordingly.',
        shownBy: 'A recent network alert and what was done about it.',
      }),
      levelQuestion('DE.CM-02', {
        text: 'How closely are the buildings and rooms with your equipment watched?',
        one: 'A break-in would be noticed the next morning, if at all.',
        three:
          'Alarms, cameras or sensors cover every place with equipment, and somebody is alerted at once when they go off.',
        five: 'Alarms are tested, false ones are examined, and monitoring is changed where it failed.',
        shownBy: 'The alarm plan, and the record of the last test.',
      }),
      levelQuestion('DE.CM-03', {
        text: 'How closely are accounts monitored for unusual use, such as sign-ins from unexpected places?',
        one: 'A hijacked account would be noticed only when customers complain.',
        three:
          'Risky sign-ins and unusual behaviour raise alerts for all accounts, and are handled by a written rule within a set time.',
        five: 'Each real case is reviewed for whether it could have been noticed sooner, and the rules are adjusted.',
        shownBy: 'The rule, and the list of alerts of the past month with what came of each.',
      }),
      levelQuestion('DE.CM-06', {
        text: 'How closely do you follow what providers do in your systems, and how well their services run?',
        one: 'Providers come and go in your systems as they like, and outages surprise you.',
        three:
          'By a written rule, their access is recorded and reviewed, and notices about the health of their services reach a named person.',
        five: 'Anything unusual is raised with the provider, figures on its service are compared over time, and contracts reflect them.',
        shownBy: 'The last review of providers’ access, and where service notices arrive.',
      }),
      levelQuestion('DE.CM-09', {
        text: 'How completely are computers and servers, and the programs on them, watched for attacks?',
        one: 'There is virus protection on some, and nobody reads what it reports.',
        three:
          'By a written rule, a sensor runs on every computer and server, silent ones are followed up, and alerts are worked through daily.',
        five: 'Tests show what the sensors would miss, and detection is improved by tests and real cases.',
        shownBy: 'The number of computers and servers, and the number with a working sensor.',
      }),
    ],
  },
  {
    id: 'DE.AE',
    title: 'Making sense of alerts',
    questions: [
      levelQuestion('DE.AE-02', {
        text: 'How thoroughly are suspicious events investigated?',
        one: 'Alerts are dismissed unread.',
        three: 'Each is investigated within a set time in defined steps, and the conclusion is recorded.',
        five: 'Closed cases are sampled for wrong conclusions, and the steps are improved accordingly.',
        shownBy: 'A few closed alerts with the notes on what was found.',
      }),
      levelQuestion('DE.AE-03', {
        text: 'How far is information from email, accounts, devices, firewall and servers combined into one picture?',
        one: 'Each tool has its own console, which somebody looks at separately, if at all.',
        three: 'By a written plan, all main sources feed into one place, and related events are shown as one.',
        five: 'Cases in which a source was missing lead to connecting it, and links between events are refined.',
        shownBy: 'The list of connected sources, and one incident that joins several of them.',
      }),
      levelQuestion('DE.AE-04', {
        text: 'How reliably do you estimate what a suspicious event affects and what it could cost you?',
        one: 'Nobody asks; the affected computer is cleaned and that is that.',
        three:
          'For every incident, one template records the users, devices and data affected and what this means for the business.',
        five: 'Estimates are compared with the final outcome, and become more accurate.',
        shownBy: 'An incident record with its estimate.',
      }),
      levelQuestion('DE.AE-06', {
        text: 'How reliably does news of a suspicious event reach the people who must act?',
        one: 'Alerts go to a mailbox that nobody reads, or to somebody who has left.',
        three:
          'Alerts from every tool go to named people or a ticket system with deputies, even out of hours, and delivery is tested.',
        five: 'The time until somebody acts is measured, and the route is shortened where it was too long.',
        shownBy: 'The recipients set in the tools, and the last test alert.',
      }),
      levelQuestion('DE.AE-07', {
        text: 'How far does knowledge about attackers, and about your own systems, help in assessing alerts?',
        one: 'Every alert is handled on its own, on instinct.',
        three:
          'By a written rule, alerts are compared with current knowledge of attacks and with the importance of the system concerned.',
        five: 'Knowledge gained in your own cases is fed back into the tools and passed on to others in the sector.',
        shownBy: 'An alert whose record refers to a known attack or to the rank of the system.',
      }),
      levelQuestion('DE.AE-08', {
        text: 'How clear is it when an event becomes an incident, and who declares it?',
        one: 'It is an incident once everybody is alarmed.',
        three: 'Signs and thresholds are written down, with who may declare an incident, and are applied every time.',
        five: 'Incidents declared too late or needlessly are reviewed, and the thresholds are adjusted.',
        shownBy: 'The written signs and thresholds, and the declaration of the last incident.',
      }),
    ],
  },
]
