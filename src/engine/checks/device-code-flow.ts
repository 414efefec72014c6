import type { Check } from '../model/check.ts'
import { DEVICE_CODE_FLOW } from './conditional-access-situations.ts'
import { checkEverybody } from './everybody.ts'

/** Nobody signs in by typing a code that another device shows, for attackers send such codes of their own. */
export const deviceCodeFlowBlocked: Check = {
  id: 'device-code-flow-blocked',
  version: 1,
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      question: DEVICE_CODE_FLOW,
      expected: 'Conditional access blocks the device code flow for everybody and all resources.',
      holds: 'are kept from signing in with a device code',
    }),
}
