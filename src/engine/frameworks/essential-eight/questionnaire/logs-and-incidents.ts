import { question, type Section } from './question.ts'

export const LOGS_AND_INCIDENTS: Section = {
  id: 'logs-and-incidents',
  title: 'Logs and incidents',
  questions: [
    question('ISM-1815', 'Are event logs stored so that nobody can change or delete them without permission?', {
      yes: 'logs are copied to a place with its own access rights, and only a few named people, if any, can delete anything there.',
      partly: 'some logs are, but an administrator of the system that wrote them could wipe others.',
      no: 'logs stay on the systems that wrote them.',
      look: 'access rights, retention and immutability of Microsoft Sentinel or your other central log.',
      evidence: 'the list of people with delete rights, and the retention setting.',
    }),
    question(
      'ISM-1906',
      'Does somebody examine the logs of servers that face the internet promptly for signs of an attack?',
      {
        yes: 'alerts are raised automatically, and a named team or provider looks at them every day, or round the clock.',
        partly: 'some servers are covered, or somebody looks now and then.',
        no: 'logs are looked at only after something has happened.',
        look: 'the alert rules of your monitoring, or the contract of your security provider.',
        evidence: 'recent alerts with who handled them and when.',
      },
    ),
    question('ISM-1907', 'Does somebody examine the logs of internal servers promptly for signs of an attack?', {
      yes: 'alerts are raised automatically, and a named team or provider looks at them every day.',
      partly: 'some servers are covered, or somebody looks now and then.',
      no: 'logs are looked at only after something has happened.',
      look: 'Defender for Servers, or the sources of your monitoring.',
      evidence: 'recent alerts of internal servers with who handled them and when.',
    }),
    question('ISM-0109', 'Does somebody examine the logs of all workstations promptly for signs of an attack?', {
      yes: 'every workstation reports, and somebody works through the alerts every day.',
      partly: 'some workstations, such as Macs or special computers, do not report, or alerts wait for days.',
      no: 'nobody looks.',
      look: 'onboarded devices and open alerts in Microsoft Defender, or the reports of your security provider.',
      evidence: 'the number of reporting workstations, the number of all workstations, and recently handled alerts.',
    }),
    question(
      'ISM-1228',
      'Is every suspicious event investigated promptly, to decide whether it is a security incident?',
      {
        yes: 'each has an owner within an agreed time and ends with a decision, whichever system or person reported it.',
        partly: 'this is true for some sources, or some stay open for a long time.',
        no: 'nobody does this.',
        look: 'incidents in Microsoft Defender, tickets of the help desk, and reports by staff.',
        evidence: 'a list of the last events with dates, owner and decision.',
      },
    ),
    question(
      'ISM-0123',
      'Is every security incident reported without delay to the person who leads information security, or to a deputy?',
      {
        yes: 'the person and the deputy are named, staff and providers know how to reach them, and the last incidents did reach them at once.',
        partly: 'the person is named, but providers or nights and weekends are not covered.',
        no: 'nobody is named.',
        look: 'the incident response plan and the instructions for staff.',
        evidence: 'the page that names the contact, and the timeline of the last incident.',
      },
    ),
    question(
      'ISM-0140',
      'Do you report security incidents promptly to the Australian Signals Directorate (cyber.gov.au)?',
      {
        yes: 'the plan says who reports, how and when, and each incident so far was reported; if there has been none, answer yes.',
        partly: 'it is intended, but nobody is named, or one was reported late.',
        no: 'incidents are not reported.',
        look: 'the incident response plan, and confirmations of earlier reports.',
        evidence: 'the page of the plan, or the receipt of a report.',
      },
    ),
    question('ISM-1819', 'When a security incident is confirmed, do you follow a written response plan?', {
      yes: 'the plan is written and can be read when systems are down, and it was used for every confirmed incident, or practised within the year.',
      partly: 'there is a plan, but it was not practised or not followed.',
      no: 'there is no written plan.',
      look: 'the plan, its latest revision, and notes of exercises.',
      evidence: 'the plan with its date, and the notes of the last incident or exercise.',
    }),
  ],
}
