import type { Check } from '../../model/check.ts'
import { evaluateAccounts, permanenceState } from '../../readers/privileged-access/account-evaluation.ts'
import { THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'
import { rolesOf } from '../../readers/privileged-access/roles.ts'

const OTHER_PRODUCTS =
  'Without Privileged Identity Management, the tenant does not show whether another product assigns these roles only for a limited time.'
const ANOTHER = 'another product that assigns roles only for a limited time'
const IF_SO = 'If it does, say so in the questionnaire; that answer then counts.'

/**
 * Only emergency access accounts have standing access to a directory role; everybody else activates it when needed
 * (ISM-1649). Without Privileged Identity Management every role is permanent as far as the tenant shows, which is a finding,
 * not missing visibility. Another product may assign and remove these roles, so an answer then decides.
 */
export const justInTimeAdministration: Check = {
  id: 'just-in-time-administration',
  version: 2,
  counts: 'privileged account',
  evaluate(tenant, parameters) {
    const result = evaluateAccounts(tenant, parameters, {
      expected:
        'Every directory role is activated only when needed, for a limited time; only emergency access accounts hold one permanently.',
      predicate: 'hold directory roles only for a limited time',
      stateOf: ({ holdings }) => permanenceState(holdings),
      limitations: [THROUGH_GROUPS],
    })
    const { eligible } = rolesOf(tenant)
    const isUnlicensed = !eligible.ok && eligible.verdict === 'not_licensed'
    if (result.verdict !== 'ineffective' || !isUnlicensed) return result
    return {
      ...result,
      kind: 'absent',
      observed: `${result.observed} ${OTHER_PRODUCTS}`,
      invites: IF_SO,
      another: ANOTHER,
    }
  },
}
