import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { DEVICE_CODE_FLOW } from '../../readers/conditional-access/situations.ts'

/** Nobody signs in by typing a code that another device shows, for attackers send such codes of their own. */
export const deviceCodeFlowBlocked: Check = {
  id: 'device-code-flow-blocked',
  version: 1,
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: DEVICE_CODE_FLOW,
      expected: 'Conditional access blocks the device code flow for everybody and all resources.',
      predicate: 'are kept from signing in with a device code',
    }),
}
