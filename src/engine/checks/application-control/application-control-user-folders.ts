import { aspectCheck, BUILT_IN, lockerThat, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/** ISM-1870. */
export const applicationControlUserFolders = aspectCheck({
  id: 'application-control-user-folders',
  rules: [
    {
      name: 'user profiles and temporary folders',
      anyOf: [
        ...BUILT_IN,
        PROFILE,
        ...xmlThat(policy.coversUserFolders, policy.opensUserFolders),
        lockerThat('exe', policy.lockerCoversUserFolders),
      ],
    },
  ],
  effect: 'application control covers user profiles and temporary folders',
  expected: 'No rule allows programs to run from user profiles or temporary folders because of their location.',
})
