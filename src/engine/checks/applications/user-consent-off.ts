import { fields, list, text } from '../../../shared/json.ts'
import type { Check } from '../../model/check.ts'
import { evaluateSetting } from '../../readers/identity/tenant-setting.ts'

const SELF_CONSENT = /^managepermissiongrantsforself\./i

/** Only administrators consent to applications: people cannot, however little the application asks for. */
export const userConsentOff: Check = {
  id: 'user-consent-off',
  version: 1,
  evaluate: (tenant) =>
    evaluateSetting(tenant, 'authorizationPolicy', {
      expected: 'Only administrators can consent to applications.',
      limitations: ['Consent that was given in the past is not read.'],
      outcomeOf(value) {
        const assigned = fields(fields(value).defaultUserRolePermissions).permissionGrantPoliciesAssigned
        if (!Array.isArray(assigned)) return undefined
        const isAllowed = list(assigned).some((policy) => SELF_CONSENT.test(text(policy) ?? ''))
        return isAllowed
          ? { verdict: 'ineffective', observed: 'People can consent to applications themselves.' }
          : { verdict: 'effective', observed: 'Only administrators can consent to applications.' }
      },
    }),
}
