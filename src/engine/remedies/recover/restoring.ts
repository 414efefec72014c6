import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const RECOVER_RESTORING: readonly Remedy[] = [
  {
    id: 'check-backups-before-restoring',
    title: 'Check that backups are complete and clean before you restore from them',
    checks: [],
    requirements: ['RC.RP-03'],
    why: 'Attackers are often inside for weeks, so the newest backup may bring them back.',
    steps: [
      {
        text: 'Write instructions of one page: find out when the attacker got in, and choose a backup from before that, or prove that a later one is clean.',
        link: PUBLICATIONS.ncscRecovering,
      },
      {
        text: 'Prepare a separate environment without connection to the network, such as a spare server or an isolated subscription in the cloud.',
      },
      {
        text: 'Before use, verify the checksums or the backup product’s own verification, restore into the separate environment, scan with current signatures, and search for the traces known from the investigation.',
        link: PUBLICATIONS.nistRecovery,
      },
      {
        text: 'Treat installation images, scripts and configuration files in the same way.',
      },
      {
        text: 'Record backup, date, checks, result and name, and try the instructions out in the next restore test.',
        link: PUBLICATIONS.ncscBackups,
      },
      {
        text: 'For level 4, count backups that failed a check.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, have the backup product scan and verify continuously, and trace every damaged backup to its cause.',
        fromLevel: 5,
      },
    ],
    licence: 'None to begin with; many backup products scan and verify, some at extra cost',
    usersNotice: 'Restoring takes some hours longer, but does not bring the attacker back.',
    effort: 'days',
    verified: 'Show the instructions, and the record of a check made before a restore or restore test.',
    documentation: [PUBLICATIONS.ncscRecovering, PUBLICATIONS.ncscBackups],
  },
  {
    id: 'sign-off-restored-systems',
    title: 'Test and sign off restored systems, declare the end, and write it up',
    checks: [],
    requirements: ['RC.RP-05', 'RC.RP-06'],
    why: 'A recovery that simply fades out leaves faults, temporary openings that nobody closed and lessons that nobody learned.',
    steps: [
      {
        text: 'Make a sign-off form for each system: functions tested with its users, data complete up to which moment, fixes and protections in place, no traces of the attacker, owner’s name and date.',
        link: PUBLICATIONS.nistRecovery,
      },
      {
        text: 'Write the rule that no restored system returns to daily use before its owner has signed.',
      },
      {
        text: 'List what must be true for the end: all main services signed off, emergency rights and workarounds removed, heightened monitoring planned, notices sent.',
      },
      {
        text: 'Name who declares the end, and do so in writing to everybody who was informed of the incident.',
      },
      {
        text: 'Within two weeks write a report of two to five pages: what happened, what was done, what it cost, what worked, what changes, with owners and dates. Put the changes on the list of improvements.',
        link: PUBLICATIONS.ncscResponse,
      },
      {
        text: 'For level 4, count faults found after sign-off, and open recommendations.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, extend the tests to cover such faults, and compare reports with one another.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a form, a short list and a report',
    usersNotice: 'Some users test restored systems, and all are informed when recovery is over.',
    effort: 'hours',
    verified: 'Show a signed form that says what was tested, and the final report of an incident or rehearsal.',
    documentation: [PUBLICATIONS.nistRecovery, PUBLICATIONS.nistIncidentResponse],
  },
]
