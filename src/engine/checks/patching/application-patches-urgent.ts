import { LISTED, patchCheck } from './application-flaws.ts'

/** ISM-1692: flaws that are critical or can be exploited, within 48 hours. */
export const applicationPatchesUrgent = patchCheck({
  id: 'application-patches-urgent',
  kind: 'listedFlaws',
  software: LISTED,
  flaws: ['exploitableMs', 'criticalMs'],
  about: 'open flaw that is critical or exploited',
  days: 2,
  within: '48 hours',
})
