import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { LIMITATIONS, UNMANAGED_REGISTRATION } from '../../readers/conditional-access/situations.ts'

/** Nobody registers a method of signing in from a device that the organisation does not manage. */
export const managedDeviceRegistration: Check = {
  id: 'managed-device-registration',
  version: 1,
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: UNMANAGED_REGISTRATION,
      expected:
        'Conditional access lets everybody register security information only from a compliant or hybrid joined device.',
      predicate: 'can register a method of signing in only from a managed device',
      limitations: LIMITATIONS,
    }),
}
