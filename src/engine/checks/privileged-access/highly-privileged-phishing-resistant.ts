import type { Check } from '../../model/check.ts'
import { basisOf } from '../../readers/conditional-access/coverage.ts'
import { PHISHING_RESISTANT_FACTOR, policiesOf } from '../../readers/conditional-access/policies.ts'
import { privilegedCoverage } from '../../readers/conditional-access/privileged-coverage.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { type PrivilegedAccount, privilegedAccounts } from '../../readers/privileged-access/accounts.ts'
import { AMONG_HIGHLY_PRIVILEGED } from '../../readers/privileged-access/highly-privileged-roles.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'
import { unknown } from '../../readers/results/result.ts'

const STATE_OF_COVERAGE = { covered: 'fine', unknown: 'unknown', uncovered: 'short' } as const

/**
 * Whoever holds a highly privileged role, or may activate one, must use a phishing-resistant second factor for all
 * resources in every way they can hold it. A policy that goes by role meets eligible people only once they activate.
 */
export const highlyPrivilegedPhishingResistant: Check = {
  id: 'highly-privileged-phishing-resistant',
  version: 1,
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
      readings: [policiesOf(tenant).reading],
    })
    const read = privilegedAccounts(tenant, parameters)
    const isOpen = read.ok && read.accounts.some((each) => isStandingGlobal(each) && stateOf(each) === 'short')
    return isOpen ? { ...result, critical: 'standing-global-admin-without-phishing-resistant-mfa' } : result
  },
}

const isStandingGlobal = ({ holdings }: PrivilegedAccount): boolean =>
  holdings.some(({ role, standing }) => standing && role === GLOBAL_ADMINISTRATOR)
