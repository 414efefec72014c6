import { aspectCheck, BUILT_IN, lockerThat, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/** ISM-1871. */
export const applicationControlAllFolders = aspectCheck({
  id: 'application-control-all-folders',
  rules: [
    {
      name: 'all other folders',
      anyOf: [
        ...BUILT_IN,
        PROFILE,
        ...xmlThat(policy.coversAllFolders, policy.opensDisk),
        lockerThat('exe', policy.lockerEnforces),
      ],
    },
  ],
  effect: 'application control covers every folder',
  expected: 'No rule allows everything on a disk to run because of its location.',
  limitations: ['Whether users can write to the folders that path rules name is not seen.'],
})
