import { windowsPatchCheck } from './windows-deadline.ts'

/** ISM-1696. All fixes of a month come in one update, which is urgent if any of them is. */
export const windowsPatchesUrgent = windowsPatchCheck({
  id: 'windows-patches-urgent',
  days: 2,
  within: 'two days',
  urgentOnly: true,
})
