import { type Control, control } from './strategy.ts'

/** Required, word for word, by every strategy that produces event logs. */
export const DETECTION_AND_RESPONSE: readonly Control[] = [
  control('ISM-1815', {
    levels: [2, 3],
    statement: 'Nobody can change or delete event logs without being authorised to do so.',
    remedy:
      'Send logs to a workspace with its own access rights, such as Microsoft Sentinel, restrict who may delete there, and set a retention or immutability policy.',
  }),
  control('ISM-1906', {
    levels: [2, 3],
    raisedBy: 'internet-exposure',
    statement: 'Logs of servers that face the internet are examined promptly for signs of an attack.',
    remedy:
      'Send the logs of internet-facing servers to Microsoft Sentinel or Defender, alert on suspicious activity, and name who looks at the alerts and how soon.',
  }),
  control('ISM-1907', {
    levels: [3],
    statement: 'Logs of internal servers are examined promptly for signs of an attack.',
    remedy:
      'Onboard internal servers to Microsoft Defender for Servers or forward their logs to your monitoring, with a named team that works through the alerts.',
  }),
  control('ISM-0109', {
    levels: [3],
    hints: ['workstation-log-triage'],
    cannotShow: 'Which workstations report, whether an incident began on one, and what is handled in another product.',
    statement: 'Logs of workstations are examined promptly for signs of an attack.',
    remedy:
      'Onboard all workstations to Microsoft Defender for Endpoint and work through its alerts daily, or have a monitoring provider do so.',
  }),
  control('ISM-1228', {
    levels: [2, 3],
    parts: ['incident-triage'],
    cannotShow: 'Incidents that people handle in another product, and whether the decision about each was sound.',
    statement: 'Suspicious events are investigated promptly to decide whether they are security incidents.',
    remedy:
      'Assign every incident in Microsoft Defender XDR to a person when it appears, classify it, and close it with a reason within an agreed time.',
  }),
  control('ISM-0123', {
    levels: [2, 3],
    statement:
      'Every security incident is reported without delay to the person who leads information security, or to a deputy.',
    remedy:
      'Write down who takes the role of security officer, how to reach them at any hour, and that staff and providers report incidents to them at once.',
  }),
  control('ISM-0140', {
    levels: [2, 3],
    statement: 'Security incidents are reported promptly to the Australian Signals Directorate (ASD).',
    remedy: 'Add reporting to ASD through cyber.gov.au to the incident response plan, and name the person who does it.',
  }),
  control('ISM-1819', {
    levels: [2, 3],
    statement: 'When a security incident is confirmed, the written response plan is put into action.',
    remedy:
      'Keep an incident response plan that people can reach when systems are down, practise it every year, and start it for every confirmed incident.',
  }),
]
