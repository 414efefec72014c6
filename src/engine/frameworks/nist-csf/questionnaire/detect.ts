import { levelQuestion, type Section } from './level-question.ts'

export const DETECT_QUESTIONS: readonly Section[] = [
  {
    id: 'DE.CM',
    title: 'Keeping watch',
    questions: [
      levelQuestion('DE.CM-01', {
        text: 'How closely are your networks watched for signs of an attack?',
        one: 'Firewall and router run unwatched.',
        three:
          'Unusual traffic raises alerts on every network, and a named person or provider looks at them within a set time.',
        five: 'False and missed alerts are counted, and what is watched for is tuned by it.',
        shownBy: 'A recent network alert and what was done about it.',
      }),
      levelQuestion('DE.CM-02', {
        text: 'How closely are the buildings and rooms with your equipment watched?',
        one: 'A break-in would be noticed the next morning, if at all.',
        three:
          'Alarms, cameras or sensors cover every place with equipment, and somebody is told at once when they report.',
        five: 'Alarms are tested and false ones examined, and the watch is changed where it failed.',
        shownBy: 'The alarm plan, and the record of the last test.',
      }),
      levelQuestion('DE.CM-03', {
        text: 'How closely is it watched whether accounts are used in unusual ways, such as sign-ins from strange places?',
        one: 'A taken-over account would be noticed when customers complain.',
        three:
          'Risky sign-ins and unusual behaviour raise alerts for all accounts, and are worked through by a set rule and time.',
        five: 'Each real case is looked at for whether it could have been seen sooner, and the rules follow.',
        shownBy: 'The rule, and the list of alerts of the past month with what came of each.',
      }),
      levelQuestion('DE.CM-06', {
        text: 'How closely do you follow what providers do in your systems, and how their services fare?',
        one: 'Providers come and go in your systems as they like, and outages surprise you.',
        three:
          'By rule their accesses are recorded and reviewed, and notices on the health of their services reach a named person.',
        five: 'Oddities are taken up with the provider, figures on its service are compared over time, and contracts follow from them.',
        shownBy: 'The last review of providers’ access, and where service notices arrive.',
      }),
      levelQuestion('DE.CM-09', {
        text: 'How completely are computers and servers, and the programs on them, watched for attacks?',
        one: 'There is virus protection on some, and nobody reads what it reports.',
        three:
          'A sensor runs by rule on every computer and server, silent ones are followed up, and alerts are worked through daily.',
        five: 'Tests show what the sensors would miss, and detection is improved by tests and real cases.',
        shownBy: 'The number of computers and servers beside the number with a working sensor.',
      }),
    ],
  },
  {
    id: 'DE.AE',
    title: 'Making sense of alerts',
    questions: [
      levelQuestion('DE.AE-02', {
        text: 'How thoroughly are suspicious events looked into?',
        one: 'Alerts are clicked away.',
        three: 'Each is taken up within a set time by set steps, and what it turned out to be is recorded.',
        five: 'Closed cases are sampled for wrong conclusions, and the steps improve by what is found.',
        shownBy: 'A few closed alerts with the notes on what was found.',
      }),
      levelQuestion('DE.AE-03', {
        text: 'How far is information from mail, accounts, devices, firewall and servers seen together?',
        one: 'Each tool has a console of its own that is looked at on its own, if at all.',
        three: 'All main sources flow into one place by a set plan, and events that belong together are shown as one.',
        five: 'Cases in which a source was missing lead to connecting it, and links between events are refined.',
        shownBy: 'The list of connected sources, and one incident that joins several of them.',
      }),
      levelQuestion('DE.AE-04', {
        text: 'How reliably is it estimated what a suspicious event reaches and what it could cost you?',
        one: 'Nobody asks; the affected computer is cleaned and that is that.',
        three:
          'For every incident the users, devices and data concerned and the meaning for the business are noted, by one template.',
        five: 'Estimates are compared with what came out in the end, and get closer.',
        shownBy: 'An incident record with its estimate.',
      }),
      levelQuestion('DE.AE-06', {
        text: 'How surely does word of a suspicious event reach those who must act?',
        one: 'Alerts go to a mailbox that nobody reads, or to somebody who has left.',
        three:
          'Alerts of every tool go to named people or a ticket system with deputies, also out of hours, and the way is tested.',
        five: 'The time until somebody acts is measured, and the ways are shortened where it was too long.',
        shownBy: 'The recipients set in the tools, and the last test alert.',
      }),
      levelQuestion('DE.AE-07', {
        text: 'How far does knowledge about attackers, and about your own systems, help in judging alerts?',
        one: 'Every alert is handled on its own, by instinct.',
        three:
          'By rule alerts are compared with current knowledge of attacks and with how important the system concerned is.',
        five: 'Knowledge gained in your own cases is fed back into the tools and passed on to others in the sector.',
        shownBy: 'An alert whose record refers to a known attack or to the rank of the system.',
      }),
      levelQuestion('DE.AE-08', {
        text: 'How clear is it when an event becomes an incident, and who declares it?',
        one: 'It is an incident once everybody is alarmed.',
        three: 'Signs and limits are written down with who may declare an incident, and this is used every time.',
        five: 'Incidents declared too late or for nothing are looked back on, and the limits are moved.',
        shownBy: 'The written signs and limits, and the declaration of the last incident.',
      }),
    ],
  },
]
