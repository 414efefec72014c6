import { flawCheck } from './application-flaws.ts'

/** ISM-1693: the remaining applications, within one month, counted as 30 days. */
export const otherApplicationPatches = flawCheck({
  id: 'other-application-patches',
  kind: 'otherFlaws',
  software: 'the remaining applications',
  flaws: ['exploitableMs', 'criticalMs', 'otherMs'],
  about: 'open flaw',
  days: 30,
  within: 'a month',
})
