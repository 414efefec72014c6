import { windowsPatchCheck } from './windows-deadline.ts'

/** A part of ISM-1695 and ISM-1902, which also cover servers and network devices. One month counts as 30 days. */
export const windowsPatches = windowsPatchCheck({
  id: 'windows-patches',
  days: 30,
  within: 'a month',
  urgentOnly: false,
})
