import { scanCheck } from '../../readers/devices/defender-scans.ts'

/**
 * ISM-1660, second half: an onboarded device sends Defender's central store what application control blocked or would have
 * blocked (advanced hunting, `DeviceEvents`, action types that start with `AppControl`). Of what it allows, only what
 * reputation or a managed installer allowed is such an event; every process start is in `DeviceProcessEvents`. This does
 * not show that anybody looked at the events.
 */
export const applicationControlEvents = scanCheck({
  id: 'application-control-events',
  days: 30,
  predicate: 'send the events of application control to Defender',
  expected: 'Every computer sends the events of application control to a central log, such as Defender’s.',
  limitations: [
    'Central logs other than Defender’s are not seen.',
    'Defender records what application control allows as started programs, without the rule that allowed them.',
  ],
})
