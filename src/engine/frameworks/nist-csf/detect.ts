import { type CsfFunction, subcategory } from './csf-function.ts'

export const DETECT: CsfFunction = {
  group: { id: 'detect', name: 'Detect' },
  categories: [
    {
      name: 'Continuous monitoring',
      subcategories: [
        subcategory('DE.CM-01', {
          hints: ['network-protection'],
          cannotShow:
            'Networks. The tenant shows only whether computers block connections to addresses known to be harmful.',
          statement: 'Networks and their services are monitored for signs of trouble.',
          remedy:
            'Turn on network protection in Microsoft Defender, alert on unusual traffic at the firewall, and name who looks at the alerts.',
        }),
        subcategory('DE.CM-02', {
          statement: 'Buildings and rooms with equipment are monitored for signs of trouble.',
          remedy: 'Use door alarms, cameras or sensors where equipment is, and have them alert somebody.',
        }),
        subcategory('DE.CM-03', {
          parts: ['mfa-events-logged', 'privileged-events-logged', 'incident-triage'],
          cannotShow: 'Whether unusual use would be noticed, and systems outside Entra and Defender.',
          statement: 'What people do with the systems is monitored for signs of trouble.',
          remedy:
            'Act on risky users and sign-ins with Conditional Access, keep the unified audit log on, and work through Entra ID Protection every day.',
        }),
        // In the logs, a provider looks like the organisation's own people, so only people know whether providers are
        // monitored.
        subcategory('DE.CM-06', {
          statement: 'What outside providers do, and how well their services run, is monitored for signs of trouble.',
          remedy:
            'Review sign-ins of providers and third-party applications, subscribe to service health notices, and ask providers for reports.',
        }),
        subcategory('DE.CM-09', {
          hints: ['workstation-log-triage'],
          cannotShow: 'Which computers report, servers, and monitoring by other products.',
          statement: 'Computers, the programs that run on them and their data are monitored for signs of trouble.',
          remedy:
            'Run a sensor for detection and response on every computer and server, such as Defender for Endpoint, fix silent ones, and work through alerts daily.',
        }),
      ],
    },
    {
      name: 'Adverse event analysis',
      subcategories: [
        subcategory('DE.AE-02', {
          parts: ['incident-triage', 'incident-classification'],
          cannotShow: 'Events that Microsoft Defender does not raise, and how good the analysis was.',
          statement: 'Suspicious events are analysed to find out what is happening.',
          remedy:
            'Take up every incident in Microsoft Defender, or in the product that you use, within a set time, and record classification and determination when it is closed.',
        }),
        // Incidents name the tool that raised them, not the sources left out; a low number of them would prove nothing.
        subcategory('DE.AE-03', {
          statement: 'Information from several sources is combined to see the whole picture.',
          remedy:
            'Connect identity, email, devices and cloud apps to Microsoft Defender XDR, and add firewall and server logs in Microsoft Sentinel.',
        }),
        // Incidents list affected accounts and devices automatically; people must answer what that means for the
        // business.
        subcategory('DE.AE-04', {
          statement: 'The scope and possible cost of suspicious events are estimated.',
          remedy:
            'Note on each incident which users, devices and data are affected, and what this means for the business.',
        }),
        subcategory('DE.AE-06', {
          hints: ['role-assignment-alerts', 'global-administrator-activation-alert', 'role-activation-alerts'],
          cannotShow:
            'Where other alerts go, and whether anybody reads them. The tenant shows only where email about administrator roles goes.',
          statement: 'The people and tools that must act are informed of suspicious events.',
          remedy:
            'Send alerts to a watched mailbox or ticket system, including those on new and activated administrator roles in Privileged Identity Management, and test once a quarter that they arrive.',
        }),
        // The tenant does not show whether an analyst used threat intelligence.
        subcategory('DE.AE-07', {
          statement: 'Knowledge about attackers and about the organisation’s own systems is used in the analysis.',
          remedy:
            'Use the threat analytics of Microsoft Defender, add indicators from your sector, and note in the inventory which systems matter most.',
        }),
        subcategory('DE.AE-08', {
          statement: 'A rule defines when events become an incident, and incidents are declared by that rule.',
          remedy:
            'Write down the signs and thresholds that make an event an incident and who may declare it, and use them every time.',
        }),
      ],
    },
  ],
}
