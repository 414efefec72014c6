import { flawCheck, LISTED } from './application-flaws.ts'

/** ISM-1901: all other flaws, within two weeks. */
export const applicationPatchesOrdinary = flawCheck({
  id: 'application-patches-ordinary',
  kind: 'listedFlaws',
  software: LISTED,
  flaws: ['otherMs'],
  about: 'less urgent open flaw',
  days: 14,
  within: 'two weeks',
})
