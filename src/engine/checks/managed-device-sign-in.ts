import type { Check } from '../model/check.ts'
import { UNMANAGED_DEVICE, UNMANAGED_REGISTRATION } from './conditional-access-situations.ts'
import { checkEverybody } from './everybody.ts'

const LIMITATIONS = ['What makes a device count as compliant is set in Intune and is not judged here.']

/** Everybody signs in from a compliant or hybrid joined device; asking for a second factor instead is not enough. */
export const managedDeviceSignIn: Check = {
  id: 'managed-device-sign-in',
  version: 1,
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      question: UNMANAGED_DEVICE,
      expected: 'Conditional access asks everybody for a compliant or hybrid joined device, for all resources.',
      holds: 'can sign in only from a managed device',
      limitations: LIMITATIONS,
    }),
}

/** Nobody registers a method of signing in from a device that the organisation does not manage. */
export const managedDeviceRegistration: Check = {
  id: 'managed-device-registration',
  version: 1,
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      question: UNMANAGED_REGISTRATION,
      expected:
        'Conditional access lets everybody register security information only from a compliant or hybrid joined device.',
      holds: 'can register a method of signing in only from a managed device',
      limitations: LIMITATIONS,
    }),
}
