import type { Check } from '../../model/check.ts'
import { filtersNotUnderstood } from '../../readers/conditional-access/devices.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { COMPLIANCE_NOT_READ, UNMANAGED_DEVICE } from '../../readers/conditional-access/situations.ts'

/** Everybody signs in from a compliant or hybrid joined device; asking for a second factor instead is not enough. */
export const managedDeviceSignIn: Check = {
  id: 'managed-device-sign-in',
  version: 2,
  counts: 'user',
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: UNMANAGED_DEVICE,
      expected: 'Conditional Access asks everybody for a compliant or hybrid joined device, for all resources.',
      predicate: 'can sign in only from a managed device',
      limitations: [...COMPLIANCE_NOT_READ, ...filtersNotUnderstood(tenant)],
    }),
}
