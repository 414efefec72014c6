import { windowsPatchCheck } from './windows-deadline.ts'

/** ISM-1696. All fixes of a month come in one update, which is urgent if one of them is. */
export const windowsPatchesUrgent = windowsPatchCheck({
  id: 'windows-patches-urgent',
  days: 2,
  within: 'two days',
  urgentOnly: true,
  limitations: [
    'It is not known which flaws an update fixes, so it counts as overdue only after a month, when every update is due.',
  ],
})
