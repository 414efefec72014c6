import { type CsfFunction, partial, questionnaire } from './csf-function.ts'

export const DETECT: CsfFunction = {
  group: { id: 'detect', name: 'Detect' },
  categories: [
    {
      name: 'Continuous monitoring',
      subcategories: [
        // Read is what computers watch of their own connections; the networks themselves, people must tell of.
        partial('DE.CM-01', {
          checks: ['network-protection'],
          statement: 'Networks and their services are watched for signs of trouble.',
          remedy:
            'Turn on network protection in Microsoft Defender, alert on unusual traffic at the firewall, and name who looks at the alerts.',
        }),
        questionnaire('DE.CM-02', {
          statement: 'Buildings and rooms with equipment are watched for signs of trouble.',
          remedy:
            'Use door alarms, cameras or sensors where equipment stands, and have somebody informed when they report.',
        }),
        // Read is that sign-ins and administration are recorded and that incidents are taken up; whether unusual use
        // would be noticed, people must tell.
        partial('DE.CM-03', {
          checks: ['mfa-events-logged', 'privileged-events-logged', 'incident-triage'],
          statement: 'What people do with the systems is watched for signs of trouble.',
          remedy:
            'Act on risky users and sign-ins with Conditional Access, keep the unified audit log on, and work through Entra ID Protection every day.',
        }),
        // What a provider does looks in the logs like what the people of the house do, so only people can tell that it
        // is watched.
        questionnaire('DE.CM-06', {
          statement: 'What outside providers do, and how their services fare, is watched for signs of trouble.',
          remedy:
            'Review sign-ins of providers and third-party applications, subscribe to service health notices, and ask providers for reports.',
        }),
        // Read is that the tenant can record what happens on workstations and that incidents are taken up; which
        // devices report is not, so people must tell the rest.
        partial('DE.CM-09', {
          checks: ['workstation-log-triage'],
          statement: 'Computers, the programs that run on them and their data are watched for signs of trouble.',
          remedy:
            'Onboard all computers and servers to Microsoft Defender for Endpoint, mend silent sensors, and work through its alerts daily.',
        }),
      ],
    },
    {
      name: 'Adverse event analysis',
      subcategories: [
        // An incident that nobody takes up has not been analysed; how well the others were, people must tell.
        partial('DE.AE-02', {
          checks: ['incident-triage', 'incident-classification'],
          statement: 'Suspicious events are analysed to learn what is going on.',
          remedy:
            'Take up every incident in Microsoft Defender within a set time, and record classification and determination when it is closed.',
        }),
        // Incidents say which tool raised them, not which sources were left out, and few of them would prove nothing.
        questionnaire('DE.AE-03', {
          statement: 'Information of several sources is put together to see the whole picture.',
          remedy:
            'Connect identity, mail, devices and cloud apps to Microsoft Defender XDR, and add firewall and server logs in Microsoft Sentinel.',
        }),
        // Incidents list accounts and devices by themselves; what that means for the business, people must tell.
        questionnaire('DE.AE-04', {
          statement: 'For suspicious events it is estimated what they reach and what they could cost.',
          remedy:
            'Note on each incident which users, devices and data are touched, and what this means for the business.',
        }),
        // Read is word of the gravest event that the directory knows, new power over it; where all other alerts go,
        // people must tell.
        partial('DE.AE-06', {
          checks: ['role-assignment-alerts', 'global-administrator-activation-alert', 'role-activation-alerts'],
          statement: 'Those who must act, people and tools alike, get word of suspicious events.',
          remedy:
            'Send alerts to a watched mailbox or ticket system, also those of new and activated administrator roles in Privileged Identity Management, and test the way once a quarter.',
        }),
        // That an analyst used what is known of attackers does not show in the tenant.
        questionnaire('DE.AE-07', {
          statement: 'Knowledge about attackers and the surroundings goes into the analysis.',
          remedy:
            'Use the threat analytics of Microsoft Defender, add indicators from your sector, and note in the inventory which systems matter most.',
        }),
        questionnaire('DE.AE-08', {
          statement: 'It is laid down when events become an incident, and incidents are declared by that rule.',
          remedy:
            'Write down the signs and limits that make an event an incident, who may declare it, and use them every time.',
        }),
      ],
    },
  ],
}
