import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { SECOND_FACTOR } from '../../readers/conditional-access/policies.ts'

/**
 * Everybody must use a second factor of whatever kind, a phishing-resistant one included. Unlike `mfa-all-users` it
 * leaves legacy clients aside, for frameworks in which those are a requirement of their own.
 */
export const mfaEnforced: Check = {
  id: 'mfa-enforced',
  version: 1,
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: SECOND_FACTOR,
      expected: 'Everybody who can sign in must use a second factor for all resources.',
      predicate: 'must use a second factor for all resources',
      limitations: [
        'Legacy clients are a requirement of their own and are not judged here.',
        'A second factor that is set for single users, outside conditional access, cannot be read.',
      ],
    }),
}
