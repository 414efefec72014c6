import type { Check } from '../../model/check.ts'
import { evaluateAccounts, permanenceState } from '../../readers/privileged-access/account-evaluation.ts'
import { THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'
import { rolesOf } from '../../readers/privileged-access/roles.ts'

const OTHER_PRODUCTS =
  'Without Privileged Identity Management, the tenant does not show whether another product gives these roles only for a limited time; people can say so in their answer, which then counts.'

/**
 * Only emergency access accounts have standing access to a directory role; everybody else activates it when needed
 * (ISM-1649). Without Privileged Identity Management every role is permanent as far as the tenant shows, which is a finding
 * and not missing visibility. Another product may give and take these roles, so an answer decides then.
 */
export const justInTimeAdministration: Check = {
  id: 'just-in-time-administration',
  version: 2,
  evaluate(tenant, parameters) {
    const result = evaluateAccounts(tenant, parameters, {
      expected:
        'Every directory role is activated for a time when it is needed; only emergency access accounts keep one.',
      predicate: 'are without a permanent directory role',
      stateOf: ({ holdings }) => permanenceState(holdings),
      limitations: [THROUGH_GROUPS],
    })
    const { eligible } = rolesOf(tenant)
    const isUnlicensed = !eligible.ok && eligible.verdict === 'not_licensed'
    if (result.verdict !== 'ineffective' || !isUnlicensed) return result
    return { ...result, kind: 'absent', observed: `${result.observed} ${OTHER_PRODUCTS}` }
  },
}
