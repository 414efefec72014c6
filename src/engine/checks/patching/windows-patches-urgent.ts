import { windowsPatchCheck } from './windows-deadline.ts'

/**
 * ISM-1696. Nearly every month has a fix that Microsoft rates critical or that is already exploited, and all fixes come
 * in one update, so every month's update counts as urgent.
 */
export const windowsPatchesUrgent = windowsPatchCheck({
  id: 'windows-patches-urgent',
  days: 2,
  within: 'two days',
  expedited: true,
  limitations: ["Every month's update is taken as urgent, since it nearly always holds a critical fix."],
})
