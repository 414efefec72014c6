import type { Check } from '../../model/model.ts'
import { blockedSecrets, judge } from './credential-restrictions.ts'

/** Nobody can give an application a password or a symmetric key, which whoever reads it can use. */
export const applicationSecretsBlocked: Check = {
  id: 'application-secrets-blocked',
  version: 1,
  evaluate: (tenant) =>
    judge(tenant, {
      expected: 'No passwords and symmetric keys can be added to applications and service principals.',
      holds: 'blocked',
      items: blockedSecrets,
    }),
}
