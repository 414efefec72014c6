import { type CsfFunction, subcategory } from './csf-function.ts'

export const RESPOND: CsfFunction = {
  group: { id: 'respond', name: 'Respond' },
  categories: [
    {
      name: 'Incident management',
      subcategories: [
        subcategory('RS.MA-01', {
          statement:
            'Once an incident is declared, the response plan is carried out together with everybody concerned.',
          remedy:
            'Keep the response plan within reach when systems are down, with the contacts of provider, insurer and police, and practise it every year.',
        }),
        subcategory('RS.MA-02', {
          parts: ['incident-triage'],
          cannotShow: 'Incidents that are reported elsewhere, and whether the right decision was made.',
          statement: 'Reported incidents are assessed in good time and confirmed or dismissed.',
          remedy:
            'Assign every incident in Microsoft Defender, or in the product that you use, to a person within a day, and record whether it was real.',
        }),
        subcategory('RS.MA-03', {
          parts: ['incident-classification'],
          cannotShow: 'Incidents that are recorded elsewhere, and whether the most important came first.',
          statement: 'Incidents are sorted by type and handled in order of importance.',
          remedy:
            'Agree on a few kinds and severities with response times, and set classification and severity on every incident.',
        }),
        subcategory('RS.MA-04', {
          statement: 'Incidents that are too large for the people working on them are escalated in time.',
          remedy:
            'Write down when management, your provider or outside experts are called in, and how to reach them at any hour.',
        }),
        subcategory('RS.MA-05', {
          statement: 'A rule defines when recovery from an incident begins, and it is followed.',
          remedy:
            'Agree on what must be true before systems are restored, such as the attacker being out, and who decides.',
        }),
      ],
    },
    {
      name: 'Incident analysis',
      subcategories: [
        subcategory('RS.AN-03', {
          statement: 'What happened in an incident, and its root cause, is established.',
          remedy:
            'Write down a timeline and a root cause for every serious incident, and hire outside forensic experts where your own skills end.',
        }),
        subcategory('RS.AN-06', {
          hints: ['privileged-events-logged'],
          cannotShow: 'What investigators note down. The tenant records only what they do in it as administrators.',
          statement: 'What investigators do is recorded, and the records cannot be altered unnoticed.',
          remedy:
            'Keep a log of each step with time and name, and hold audit records under retention that investigators cannot shorten.',
        }),
        subcategory('RS.AN-07', {
          hints: ['mfa-events-logged', 'privileged-events-logged'],
          cannotShow:
            'Whether evidence is collected and how it is stored. The tenant shows only that two logs are being written.',
          statement: 'Evidence of an incident is collected and kept so that its origin and integrity can be shown.',
          remedy:
            'Export logs and mailboxes with checksums to protected storage, and extend audit retention to cover late discoveries.',
        }),
        subcategory('RS.AN-08', {
          statement: 'The extent of an incident is estimated, and the estimate is validated.',
          remedy:
            'Search the other devices and accounts for the same traces, and revise the estimate until nothing new turns up.',
        }),
      ],
    },
    {
      name: 'Incident response reporting and communication',
      subcategories: [
        subcategory('RS.CO-02', {
          statement: 'Everyone inside and outside the organisation who must know of an incident is notified.',
          remedy:
            'List who must be notified and by when, such as authorities, customers and the insurer, with prepared texts.',
        }),
        subcategory('RS.CO-03', {
          statement: 'During an incident, information reaches the agreed people and partners, and nobody else.',
          remedy:
            'Name one person to speak, agree on a channel outside your own systems, and mark what may be passed on.',
        }),
      ],
    },
    {
      name: 'Incident mitigation',
      subcategories: [
        subcategory('RS.MI-01', {
          hints: ['high-risk-users-blocked', 'high-risk-sign-ins-blocked'],
          cannotShow:
            'How devices and networks are isolated. The tenant shows only whether accounts at high risk are blocked.',
          statement: 'Incidents are prevented from spreading.',
          remedy:
            'Have Conditional Access block risky users automatically, use automatic attack disruption, and practise isolating a device.',
        }),
        subcategory('RS.MI-02', {
          statement: 'What an attacker left behind is removed, and the way in is closed.',
          remedy:
            'Reset credentials and sessions, remove rogue rules, applications and accounts, rebuild suspect devices, and close the hole that was used.',
        }),
      ],
    },
  ],
}
