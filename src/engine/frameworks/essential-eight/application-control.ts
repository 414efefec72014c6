import { DETECTION_AND_RESPONSE } from './detection-and-response.ts'
import { control, type Strategy } from './strategy.ts'

export const APPLICATION_CONTROL: Strategy = {
  group: { id: 'application-control', name: 'Application control' },
  controls: [
    control('ISM-0843', {
      proof: ['application-control'],
      levels: [1, 2, 3],
      statement: 'Workstations run software under an application control that is enforced, not just watching.',
      remedy:
        'Assign an App Control for Business policy to all Windows devices in Intune: start in audit mode, then switch it to enforce.',
    }),
    control('ISM-1490', {
      levels: [2, 3],
      raisedBy: 'internet-exposure',
      statement: 'Servers that face the internet run software under an enforced application control.',
      remedy:
        'Deploy App Control for Business or AppLocker in enforce mode to every internet-facing Windows server, and an equivalent to other platforms.',
    }),
    control('ISM-1656', {
      levels: [3],
      statement: 'Internal servers run software under an enforced application control.',
      remedy: 'Extend App Control for Business or AppLocker in enforce mode to the internal servers.',
    }),
    control('ISM-1870', {
      parts: ['application-control-user-folders'],
      levels: [1, 2, 3],
      statement:
        'Application control reaches user profile folders and the temporary folders of Windows, browsers and mail software.',
      remedy:
        'Allow programs by publisher or hash, not by path, and remove path rules that a user can write to, such as those under AppData or Temp.',
    }),
    control('ISM-1871', {
      parts: ['application-control-all-folders'],
      levels: [2, 3],
      statement: 'Application control also reaches every folder beyond user profiles and temporary folders.',
      remedy:
        'Make the policy cover the whole disk: limit path rules to folders that only administrators can write to, and test with a program placed elsewhere.',
    }),
    control('ISM-1657', {
      parts: ['application-control-file-types'],
      levels: [1, 2, 3],
      statement:
        'Only approved programs, libraries, scripts, installers, compiled help, HTML applications and control panel items can run.',
      remedy:
        'Turn on script enforcement in App Control for Business, or enforce the AppLocker rule collections for programs, libraries, installers and scripts.',
    }),
    control('ISM-1658', {
      parts: ['application-control-drivers'],
      levels: [3],
      statement: 'Only approved drivers can be loaded.',
      remedy: 'Deploy an App Control for Business policy that covers kernel mode and lists the drivers you approve.',
    }),
    control('ISM-1544', {
      parts: ['application-blocklist'],
      levels: [2, 3],
      statement: 'The list of applications that Microsoft advises to block is in force.',
      remedy:
        'Merge Microsoft’s recommended block rules into your App Control for Business policy, and update them when they change.',
    }),
    control('ISM-1659', {
      proof: ['driver-blocklist'],
      levels: [3],
      statement: 'The list of vulnerable drivers that Microsoft advises to block is in force.',
      remedy:
        'Turn on memory integrity, which brings the driver blocklist, and set the attack surface reduction rule for vulnerable signed drivers to block.',
    }),
    control('ISM-1582', {
      parts: ['application-control-review'],
      levels: [2, 3],
      statement: 'The rules of application control are reviewed at least once a year.',
      remedy:
        'Put a yearly review of the rules in the calendar, remove what is no longer used, and record who did it and when.',
    }),
    control('ISM-1660', {
      parts: ['application-control', 'application-control-events'],
      levels: [2, 3],
      statement: 'What application control lets run and what it stops is recorded in one central log.',
      remedy:
        'Onboard devices to Microsoft Defender for Endpoint and stream its application control events, or forward the CodeIntegrity and AppLocker logs, to your central log.',
    }),
    ...DETECTION_AND_RESPONSE,
  ],
}
