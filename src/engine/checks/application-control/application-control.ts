import { aspectCheck, ENFORCED } from '../../readers/application-control/aspects.ts'

/** ISM-0843. */
export const applicationControl = aspectCheck({
  id: 'application-control',
  rules: [ENFORCED],
  effect: 'application control is enforced',
  alsoOnMacs: true,
  expected: 'App Control for Business or AppLocker is enforced, not only in audit mode, on all Windows devices.',
})
