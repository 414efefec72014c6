import type { Check } from '../../model/check.ts'
import { applicationSecretsBlocked } from './application-secrets-blocked.ts'
import { evaluateRestrictions, limitedSecrets, SECRET_DAYS } from './credential-restrictions.ts'

/** New secrets of applications are short-lived. If none can be added, there is nothing to limit. */
export const applicationSecretLifetime: Check = {
  id: 'application-secret-lifetime',
  version: 2,
  counts: 'kind of credentials',
  evaluate(tenant, parameters) {
    const blocked = applicationSecretsBlocked.evaluate(tenant, parameters)
    const result = evaluateRestrictions(tenant, parameters, {
      expected: `Passwords and symmetric keys of applications and service principals are valid for ${SECRET_DAYS} days at most.`,
      predicate: `blocked, or limited to ${SECRET_DAYS} days`,
      items: limitedSecrets,
    })
    if (blocked.verdict !== 'effective') return result
    const { coverage: _, ...uncounted } = result
    return { ...uncounted, verdict: 'not_applicable', observed: 'No secrets can be added to applications.' }
  },
}
