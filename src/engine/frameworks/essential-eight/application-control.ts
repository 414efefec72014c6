import { DETECTION_AND_RESPONSE } from './detection-and-response.ts'
import { UNSEEN_COMPUTERS } from './not-seen.ts'
import { control, type Strategy } from './strategy.ts'

export const APPLICATION_CONTROL: Strategy = {
  group: { id: 'application-control', name: 'Application control' },
  controls: [
    control('ISM-0843', {
      levels: [1, 2, 3],
      proof: ['application-control'],
      cannotShow: 'Macs, other vendors’ application control, and computers that are not in Intune.',
      statement: 'Workstations run software under application control that is enforced, not only in audit mode.',
      remedy:
        'Assign an App Control for Business policy to all Windows devices in Intune: start in audit mode, then switch it to enforce.',
    }),
    control('ISM-1490', {
      levels: [2, 3],
      raisedBy: 'internet-exposure',
      statement: 'Servers that face the internet run software under enforced application control.',
      remedy:
        'Deploy App Control for Business or AppLocker in enforce mode to every internet-facing Windows server, and an equivalent to other platforms.',
    }),
    control('ISM-1656', {
      levels: [3],
      statement: 'Internal servers run software under enforced application control.',
      remedy: 'Extend App Control for Business or AppLocker in enforce mode to the internal servers.',
    }),
    control('ISM-1870', {
      levels: [1, 2, 3],
      parts: ['application-control-user-folders'],
      cannotShow: 'Other vendors’ application control, servers, and computers that are not in Intune.',
      statement:
        'Application control covers user profile folders and the temporary folders of Windows, browsers and email software.',
      remedy:
        'Allow programs by publisher or hash, not by path, and remove path rules that a user can write to, such as those under AppData or Temp.',
    }),
    control('ISM-1871', {
      levels: [2, 3],
      parts: ['application-control-all-folders'],
      cannotShow: 'Who can write to the folders that rules name, other vendors’ application control, and servers.',
      statement: 'Application control also covers every other folder.',
      remedy:
        'Make the policy cover the whole disk: limit path rules to folders that only administrators can write to, and test with a program placed elsewhere.',
    }),
    control('ISM-1657', {
      levels: [1, 2, 3],
      parts: ['application-control-file-types'],
      cannotShow:
        'Batch files, compiled help, HTML applications and control panel items, other vendors’ products, and servers.',
      statement:
        'Only approved programs, libraries, scripts, installers, compiled help, HTML applications and control panel items can run.',
      remedy:
        'Turn on script enforcement in App Control for Business, or enforce the AppLocker rule collections for programs, libraries, installers and scripts.',
    }),
    control('ISM-1658', {
      levels: [3],
      parts: ['application-control-drivers'],
      cannotShow: 'Whether the drivers that the policy allows are those you approve, and servers.',
      statement: 'Only approved drivers can be loaded.',
      remedy: 'Deploy an App Control for Business policy that covers kernel mode and lists the drivers you approve.',
    }),
    control('ISM-1544', {
      levels: [2, 3],
      parts: ['application-blocklist'],
      cannotShow: 'Whether the list is the latest, other vendors’ application control, and servers.',
      statement: 'The list of applications that Microsoft advises blocking is in force.',
      remedy:
        'Deploy Microsoft’s recommended block rules as an App Control for Business policy alongside your own, and update them when they change.',
    }),
    control('ISM-1659', {
      levels: [3],
      proof: ['driver-blocklist'],
      cannotShow: UNSEEN_COMPUTERS,
      statement: 'The list of vulnerable drivers that Microsoft advises blocking is in force.',
      remedy:
        'Turn on memory integrity, which also turns on the driver blocklist, and find out from Secure Score which devices lack the list.',
    }),
    control('ISM-1582', {
      levels: [2, 3],
      hints: ['application-control-review'],
      cannotShow: 'Reviews: a policy can be changed without one, and a review may change nothing.',
      statement: 'The rules of application control are reviewed at least once a year.',
      remedy:
        'Put a yearly review of the rules in the calendar, remove what is no longer used, and record who did it and when.',
    }),
    control('ISM-1660', {
      levels: [2, 3],
      parts: ['application-control-events'],
      hints: ['application-control'],
      cannotShow:
        'What application control allowed, which Defender records only as started programs, other central logs, and servers.',
      statement: 'What application control allows and blocks is recorded in one central log.',
      remedy:
        'Onboard devices to Microsoft Defender for Endpoint and stream its application control events, or forward the CodeIntegrity and AppLocker logs, to your central log.',
    }),
    ...DETECTION_AND_RESPONSE,
  ],
}
