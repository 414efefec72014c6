import { aspectCheck, BUILT_IN, lockerThat, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/** ISM-0843. */
export const applicationControl = aspectCheck({
  id: 'application-control',
  rules: [
    {
      name: 'application control',
      anyOf: [...BUILT_IN, PROFILE, ...xmlThat(policy.coversPrograms), lockerThat('exe', policy.lockerEnforces)],
    },
  ],
  effect: 'application control is enforced',
  expected: 'App Control for Business or AppLocker is enforced, and not just watching, on all Windows devices.',
})
