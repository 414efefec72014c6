import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { SECOND_FACTOR } from '../../readers/conditional-access/policies.ts'

/**
 * Everybody must use a second factor of any kind, including phishing-resistant ones. Unlike `mfa-all-users` it ignores
 * legacy clients, for frameworks that have a separate requirement for them.
 */
export const mfaEnforced: Check = {
  id: 'mfa-enforced',
  version: 3,
  counts: 'user',
  evaluate: (tenant, parameters) =>
    checkEverybody(tenant, parameters, {
      demand: SECOND_FACTOR,
      expected: 'Everybody who can sign in must use a second factor for all resources.',
      predicate: 'must use a second factor for all resources',
      criticalFor: 'privileged-user-without-mfa',
      limitations: ['Legacy clients are a separate requirement and are not evaluated here.'],
    }),
}
