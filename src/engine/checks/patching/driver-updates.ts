import { driverCheck } from './driver-deadline.ts'

/** ISM-1697 for drivers and ISM-1904 for firmware. One month counts as 30 days. */
export const driverUpdates = driverCheck({
  id: 'driver-updates',
  days: 30,
  within: 'a month',
  urgentOnly: false,
})
