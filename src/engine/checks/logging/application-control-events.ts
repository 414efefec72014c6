import { scanCheck } from '../../readers/devices/defender-scans.ts'

/**
 * ISM-1660, second half: an onboarded device sends the events of application control to Defender's central store
 * automatically (advanced hunting, `DeviceEvents`). This does not show that anybody looked at them.
 */
export const applicationControlEvents = scanCheck({
  id: 'application-control-events',
  days: 30,
  predicate: 'send the events of application control to Defender',
  expected: 'Every computer sends the events of application control to a central log, such as that of Defender.',
  limitations: ['Central logs other than that of Defender are not seen.'],
})
