import { scanCheck } from '../../readers/devices/defender-scans.ts'

/**
 * ISM-1660, its second half: an onboarded device sends what application control let run and stopped to Defender's
 * central store by itself (advanced hunting, `DeviceEvents`). That the events were looked at is not shown by this.
 */
export const applicationControlEvents = scanCheck({
  id: 'application-control-events',
  days: 30,
  predicate: 'send the events of application control to Defender',
  expected: 'Every computer sends the events of application control to a central log, such as that of Defender.',
  limitations: ['Central logs other than that of Defender are not seen.'],
})
