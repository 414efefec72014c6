import { fields } from '../../../shared/json.ts'
import type { Check } from '../../model/check.ts'
import { evaluateSetting } from '../../readers/identity/tenant-setting.ts'
import { count } from '../../readers/results/sentences.ts'

/** People can request an application, and reviewers are named to decide. Shape: Graph `adminConsentRequestPolicy`. */
export const adminConsentWorkflow: Check = {
  id: 'admin-consent-workflow',
  version: 1,
  evaluate: (tenant) =>
    evaluateSetting(tenant, 'adminConsentRequestPolicy', {
      expected: 'People can ask an administrator to approve an application, and named reviewers are notified of it.',
      limitations: ['Whether the reviewers still work for you, and how they decide, is not read.'],
      outcomeOf(value) {
        const { isEnabled, reviewers, notifyReviewers } = fields(value)
        if (isEnabled === false) {
          return { verdict: 'ineffective', observed: 'People cannot ask for an application to be approved.' }
        }
        if (isEnabled !== true || !Array.isArray(reviewers)) return undefined
        if (reviewers.length === 0) {
          return { verdict: 'ineffective', observed: 'People can ask for applications, but no reviewer is named.' }
        }
        const named = `${count(reviewers.length, 'user, group or role is', 'users, groups or roles are')} named`
        return notifyReviewers === false
          ? {
              verdict: 'partial',
              observed: `People can ask for applications, but the reviewers are not notified: ${named}.`,
            }
          : { verdict: 'effective', observed: `People can ask for applications, and reviewers decide: ${named}.` }
      },
    }),
}
