import { aspectCheck, BUILT_IN, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/** ISM-1544. Intune does not show which block rules the built-in policy contains. No other policy can undo a block rule. */
export const applicationBlocklist = aspectCheck({
  id: 'application-blocklist',
  rules: [{ name: 'recommended block rules', anyOf: xmlThat(policy.blocksListed, () => false) }],
  effect: 'the applications that Microsoft advises blocking are blocked',
  expected: 'An enforced App Control policy on all Windows devices contains Microsoft’s recommended block rules.',
  opaque: [...BUILT_IN, PROFILE],
  limitations: ['Only a sample of the list is looked for; whether the rules are the latest version is not seen.'],
})
