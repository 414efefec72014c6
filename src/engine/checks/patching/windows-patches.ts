import { patchCheck } from './windows-deadline.ts'

/** ISM-1695 and ISM-1902. One month is taken as 30 days. */
export const windowsPatches = patchCheck({
  id: 'windows-patches',
  days: 30,
  within: 'a month',
  expedited: false,
  limitations: [],
})
