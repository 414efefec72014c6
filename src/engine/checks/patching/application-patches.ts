import { LISTED, patchCheck } from './application-flaws.ts'

/** ISM-1691: every flaw, within two weeks. */
export const applicationPatches = patchCheck({
  id: 'application-patches',
  kind: 'listedFlaws',
  software: LISTED,
  flaws: ['exploitableMs', 'criticalMs', 'otherMs'],
  about: 'open flaw',
  days: 14,
  within: 'two weeks',
})
