import { question, type Section } from './question.ts'

export const LOGS_AND_INCIDENTS: Section = {
  id: 'logs-and-incidents',
  title: 'Logs and incidents',
  questions: [
    question('ISM-1815', 'Are event logs kept so that nobody without permission can change or delete them?', {
      yes: 'logs are copied to a place with its own access rights, and few named people could delete anything there, if anybody.',
      partly: 'some logs are; others could be wiped by an administrator of the system that wrote them.',
      no: 'logs stay on the systems that wrote them.',
      look: 'access rights, retention and immutability of Microsoft Sentinel or your other central log.',
      evidence: 'the list of people with delete rights, and the retention setting.',
    }),
    question(
      'ISM-1906',
      'Does somebody examine the logs of servers that face the internet promptly for signs of an attack?',
      {
        yes: 'alerts come up by themselves, and a named team or provider looks at them every day, or round the clock.',
        partly: 'some servers are covered, or somebody looks now and then.',
        no: 'logs are looked at only after something happened.',
        look: 'the alert rules of your monitoring, or the contract of your security provider.',
        evidence: 'recent alerts with who handled them and when.',
      },
    ),
    question('ISM-1907', 'Does somebody examine the logs of internal servers promptly for signs of an attack?', {
      yes: 'alerts come up by themselves, and a named team or provider looks at them every day.',
      partly: 'some servers are covered, or somebody looks now and then.',
      no: 'logs are looked at only after something happened.',
      look: 'Defender for Servers, or the sources of your monitoring.',
      evidence: 'recent alerts of internal servers with who handled them and when.',
    }),
    question('ISM-0109', 'Does somebody examine the logs of all workstations promptly for signs of an attack?', {
      yes: 'every workstation reports, and somebody works through what it raises every day.',
      partly: 'some workstations, such as Macs or special computers, do not report, or alerts wait for days.',
      no: 'nobody looks.',
      look: 'onboarded devices and open alerts in Microsoft Defender, or the reports of your security provider.',
      evidence: 'the count of reporting workstations beside the count of all, and recent handled alerts.',
    }),
    question(
      'ISM-1228',
      'Is every suspicious event looked into promptly, to decide whether it is a security incident?',
      {
        yes: 'each has an owner within an agreed time and ends with a decision, whichever system or person reported it.',
        partly: 'it holds for some sources, or some stay open for long.',
        no: 'there is no such practice.',
        look: 'incidents in Microsoft Defender, tickets of the help desk, and reports by staff.',
        evidence: 'a list of the last events with dates, owner and decision.',
      },
    ),
    question(
      'ISM-0123',
      'Does every security incident reach whoever leads information security, or a deputy, without delay?',
      {
        yes: 'the person and the deputy are named, staff and providers know how to reach them, and the last incidents did reach them at once.',
        partly: 'the person is named, but providers or nights and weekends are not covered.',
        no: 'nobody is named.',
        look: 'the incident response plan and the instructions for staff.',
        evidence: 'the page that names the contact, and the time line of the last incident.',
      },
    ),
    question(
      'ISM-0140',
      'Do you report security incidents promptly to the Australian Signals Directorate (cyber.gov.au)?',
      {
        yes: 'the plan says who reports, how and when, and each incident so far was reported; none so far counts as yes.',
        partly: 'it is intended, but nobody is named, or one was reported late.',
        no: 'incidents are not reported.',
        look: 'the incident response plan, and confirmations of earlier reports.',
        evidence: 'the page of the plan, or the receipt of a report.',
      },
    ),
    question('ISM-1819', 'When a security incident is confirmed, do you work by a written response plan?', {
      yes: 'the plan is written and can be read when systems are down, and it was used for every confirmed incident, or practised within the year.',
      partly: 'there is a plan, and it was not practised or not followed.',
      no: 'there is no written plan.',
      look: 'the plan, its latest revision, and notes of exercises.',
      evidence: 'the plan with its date, and the notes of the last incident or exercise.',
    }),
  ],
}
