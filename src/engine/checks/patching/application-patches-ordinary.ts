import { LISTED, patchCheck } from './application-flaws.ts'

/** ISM-1901: all other flaws, within two weeks. */
export const applicationPatchesOrdinary = patchCheck({
  id: 'application-patches-ordinary',
  kind: 'listedFlaws',
  software: LISTED,
  flaws: ['otherMs'],
  about: 'open flaw of less urgency',
  days: 14,
  within: 'two weeks',
})
