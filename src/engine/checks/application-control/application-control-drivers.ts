import { aspectCheck, BUILT_IN, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/** ISM-1658. AppLocker does not control drivers. */
export const applicationControlDrivers = aspectCheck({
  id: 'application-control-drivers',
  rules: [{ name: 'drivers', anyOf: [...BUILT_IN, ...xmlThat(policy.enforces)] }],
  effect: 'App Control decides which drivers are loaded',
  expected: 'An enforced App Control policy allows only approved drivers to load on all Windows devices.',
  limitations: ['The drivers that the policy approves are not compared with those you approve.'],
})
