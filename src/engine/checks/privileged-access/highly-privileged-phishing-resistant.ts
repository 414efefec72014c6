import type { Check } from '../../model/check.ts'
import { basisOf } from '../../readers/conditional-access/coverage.ts'
import { PHISHING_RESISTANT_FACTOR, policiesOf } from '../../readers/conditional-access/policies.ts'
import { privilegedCoverage } from '../../readers/conditional-access/privileged-coverage.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { privilegedAccounts } from '../../readers/privileged-access/accounts.ts'
import { AMONG_HIGHLY_PRIVILEGED } from '../../readers/privileged-access/highly-privileged-roles.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'
import { unknown } from '../../readers/results/result.ts'

const STATE_OF_COVERAGE = { covered: 'fine', unknown: 'unknown', uncovered: 'short' } as const

/**
 * Everybody who holds or may activate a highly privileged role must use a phishing-resistant second factor for all
 * resources, with every role they may activate. A policy by role reaches eligible people only after activation.
 */
export const highlyPrivilegedPhishingResistant: Check = {
  id: 'highly-privileged-phishing-resistant',
  version: 2,
  evaluate(tenant, parameters) {
    const expected = 'Everybody with a highly privileged role must use a phishing-resistant second factor.'
    const basis = basisOf(tenant, PHISHING_RESISTANT_FACTOR)
    if (!basis.ok) return unknown(basis.failed, expected)
    const stateOf = (account: PrivilegedAccount): AccountState =>
      STATE_OF_COVERAGE[privilegedCoverage(tenant, account, account.holdings, PHISHING_RESISTANT_FACTOR)]
    const result = evaluateAccounts(tenant, parameters, {
      expected,
      predicate: 'must use a phishing-resistant second factor for all resources',
      stateOf,
      among: AMONG_HIGHLY_PRIVILEGED,
      isStrict: true,
      readings: [policiesOf(tenant).reading],
    })
    const read = privilegedAccounts(tenant, parameters)
    const isOpen =
      read.ok &&
      read.accounts.some((each) => isStandingGlobal(each) && !read.unsure.has(each.id) && stateOf(each) === 'short')
    return isOpen ? { ...result, critical: 'standing-global-admin-without-phishing-resistant-mfa' } : result
  },
}

const isStandingGlobal = ({ holdings }: PrivilegedAccount): boolean =>
  holdings.some(({ role, standing }) => standing && role === GLOBAL_ADMINISTRATOR)
