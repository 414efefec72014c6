import type { Check } from '../../model/check.ts'
import { blockedSecrets, evaluateRestrictions } from './credential-restrictions.ts'

/** Nobody can add a password or symmetric key to an application: anybody who reads it could use it. */
export const applicationSecretsBlocked: Check = {
  id: 'application-secrets-blocked',
  version: 2,
  counts: 'kind of credentials',
  evaluate: (tenant, parameters) =>
    evaluateRestrictions(tenant, parameters, {
      expected: 'No passwords or symmetric keys can be added to applications and service principals.',
      predicate: 'blocked',
      items: blockedSecrets,
    }),
}
