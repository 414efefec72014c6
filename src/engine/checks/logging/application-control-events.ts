import { scanCheck } from '../../readers/devices/defender-scans.ts'

/**
 * ISM-1660, second half: an onboarded device sends to Defender's central store what application control stopped or would
 * have stopped (advanced hunting, `DeviceEvents`, action types that start with `AppControl`). Of what it lets run, only
 * what reputation or a managed installer allowed is such an event; everything that starts is in `DeviceProcessEvents`. This
 * does not show that anybody looked at them.
 */
export const applicationControlEvents = scanCheck({
  id: 'application-control-events',
  days: 30,
  predicate: 'send the events of application control to Defender',
  expected: 'Every computer sends the events of application control to a central log, such as that of Defender.',
  limitations: [
    'Central logs other than that of Defender are not seen.',
    'Defender records what application control lets run as started programs, without the rule that allowed them.',
  ],
})
