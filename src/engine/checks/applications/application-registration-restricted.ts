import { fields } from '../../../shared/json.ts'
import type { Check } from '../../model/check.ts'
import { evaluateSetting } from '../../readers/identity/tenant-setting.ts'

/** People without an administrator's role cannot register applications. */
export const applicationRegistration: Check = {
  id: 'application-registration-restricted',
  version: 1,
  evaluate: (tenant) =>
    evaluateSetting(tenant, 'authorizationPolicy', {
      expected: 'Only administrators can register applications.',
      limitations: ['Applications that were registered in the past are not read.'],
      outcomeOf(value) {
        const { allowedToCreateApps } = fields(fields(value).defaultUserRolePermissions)
        if (allowedToCreateApps === false) {
          return { verdict: 'effective', observed: 'Only administrators can register applications.' }
        }
        if (allowedToCreateApps !== true) return undefined
        return { verdict: 'ineffective', observed: 'Everybody can register applications.' }
      },
    }),
}
