import { driverCheck } from './driver-deadline.ts'

/** ISM-1879 for drivers and ISM-1903 for firmware. */
export const driverUpdatesUrgent = driverCheck({
  id: 'driver-updates-urgent',
  days: 2,
  within: 'two days',
  urgentOnly: true,
})
