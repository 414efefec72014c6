import type { Check } from '../../model/check.ts'
import { filtersNotUnderstood } from '../../readers/conditional-access/devices.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { COMPLIANCE_NOT_READ, UNMANAGED_REGISTRATION } from '../../readers/conditional-access/situations.ts'

/** Nobody registers an authentication method from an unmanaged device. */
export const managedDeviceRegistration: Check = {
  id: 'managed-device-registration',
  version: 2,
  counts: 'user',
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: UNMANAGED_REGISTRATION,
      expected:
        'Conditional Access lets everybody register security information only from a compliant or hybrid joined device.',
      predicate: 'can register a sign-in method only from a managed device',
      limitations: [...COMPLIANCE_NOT_READ, ...filtersNotUnderstood(tenant)],
    }),
}
