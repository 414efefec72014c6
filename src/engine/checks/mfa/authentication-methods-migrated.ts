import type { Check } from '../../model/check.ts'
import { methodsPolicyOf } from '../../readers/identity/methods-policy.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'

/** Only the authentication methods policy controls how people sign in; the legacy settings no longer apply. */
export const authenticationMethodsMigrated: Check = {
  id: 'authentication-methods-migrated',
  version: 1,
  evaluate(tenant) {
    const expected = 'The migration to the authentication methods policy is set to complete.'
    const policy = methodsPolicyOf(tenant)
    if (!policy.ok) return unknown(policy, expected)
    const { isMigrated } = policy
    const result = { expected, evidence: evidenceOf(policy.reading), limitations: [] }
    if (isMigrated === undefined) {
      return {
        ...result,
        verdict: 'no_visibility',
        observed: 'The policy does not say how far the migration has come.',
      }
    }
    return isMigrated
      ? { ...result, verdict: 'effective', observed: 'The older settings no longer apply.' }
      : { ...result, verdict: 'ineffective', observed: 'The migration is not complete, so older settings still apply.' }
  },
}
