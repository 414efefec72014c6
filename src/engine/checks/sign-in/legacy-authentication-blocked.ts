import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import { LEGACY_BLOCKED, LEGACY_SHUT } from '../../readers/conditional-access/policies.ts'

/**
 * Nobody signs in with a protocol that cannot ask for a second factor. A policy that demands one from legacy clients
 * stops them just as a block does, and so do security defaults. Where legacy clients can sign in, a password is enough, so
 * anything short of effective is critical.
 */
export const legacyAuthenticationBlocked: Check = {
  id: 'legacy-authentication-blocked',
  version: 2,
  counts: 'user',
  evaluate(tenant, parameters) {
    const result = checkEverybody(tenant, parameters, {
      demand: LEGACY_SHUT,
      expected: LEGACY_BLOCKED,
      predicate: 'are blocked from using legacy clients',
      limitations: ['What Exchange itself allows, such as authenticated SMTP for individual mailboxes, is not read.'],
    })
    const isOpen = result.verdict === 'ineffective' || result.verdict === 'partial'
    return isOpen ? { ...result, critical: 'legacy-authentication-open' } : result
  },
}
