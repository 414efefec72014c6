import { patchCheck } from './windows-deadline.ts'

/**
 * ISM-1696. Hardly a month passes without a fix that Microsoft calls critical or that is already exploited, and all
 * fixes come in one update: so every month's update is taken as urgent.
 */
export const windowsPatchesUrgent = patchCheck({
  id: 'windows-patches-urgent',
  days: 2,
  within: 'two days',
  expedited: true,
  limitations: ["Every month's update is taken as urgent, since it nearly always holds a critical fix."],
})
