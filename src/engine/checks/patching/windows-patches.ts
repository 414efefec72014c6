import { windowsPatchCheck } from './windows-deadline.ts'

/** ISM-1695 and ISM-1902. One month counts as 30 days. */
export const windowsPatches = windowsPatchCheck({
  id: 'windows-patches',
  days: 30,
  within: 'a month',
  expedited: false,
  limitations: [],
})
