import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { DEVICE_CODE_FLOW } from '../../readers/conditional-access/situations.ts'

/** Nobody signs in by entering a code shown on another device, because attackers send such codes. */
export const deviceCodeFlowBlocked: Check = {
  id: 'device-code-flow-blocked',
  version: 3,
  counts: 'user',
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: DEVICE_CODE_FLOW,
      expected: 'Conditional Access blocks the device code flow for everybody and all resources.',
      predicate: 'are blocked from signing in with a device code',
      limitations: [
        'Devices in meeting rooms may need this flow to sign in. Record an exception for the accounts that a policy excludes for this reason.',
      ],
    }),
}
