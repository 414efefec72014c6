import type { Check } from '../../model/check.ts'
import { methodsPolicyOf } from '../../readers/identity/methods-policy.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'

/** The authentication methods policy alone says how people sign in; the older settings beside it are out of use. */
export const methodsMigrated: Check = {
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
      ? { ...result, verdict: 'effective', observed: 'The older settings are out of use.' }
      : { ...result, verdict: 'ineffective', observed: 'The migration is not complete, so older settings still apply.' }
  },
}
