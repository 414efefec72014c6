import { flawCheck, LISTED } from './application-flaws.ts'

/** ISM-1692: flaws that are critical or can be exploited, within 48 hours. */
export const applicationPatchesUrgent = flawCheck({
  id: 'application-patches-urgent',
  kind: 'listedFlaws',
  software: LISTED,
  flaws: ['exploitableMs', 'criticalMs'],
  about: 'critical or exploitable open flaw',
  days: 2,
  within: '48 hours',
})
