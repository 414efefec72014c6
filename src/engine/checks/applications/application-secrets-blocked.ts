import type { Check } from '../../model/check.ts'
import { blockedSecrets, evaluateRestrictions } from './credential-restrictions.ts'

/** Nobody can give an application a password or a symmetric key, which whoever reads it can use. */
export const applicationSecretsBlocked: Check = {
  id: 'application-secrets-blocked',
  version: 1,
  evaluate: (tenant) =>
    evaluateRestrictions(tenant, {
      expected: 'No passwords and symmetric keys can be added to applications and service principals.',
      predicate: 'blocked',
      items: blockedSecrets,
    }),
}
