import type { Check } from '../../model/check.ts'
import { checkAdministrators } from '../../readers/conditional-access/administrators-check.ts'
import { PHISHING_RESISTANT_FACTOR } from '../../readers/conditional-access/policies.ts'
import { AMONG_HIGHLY_PRIVILEGED } from '../../readers/privileged-access/highly-privileged-roles.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import { GLOBAL_ADMINISTRATOR } from '../../readers/privileged-access/roles.ts'

/**
 * Everybody who holds or may activate a highly privileged role must use a phishing-resistant second factor for all
 * resources, with every role they may activate. A policy that names roles covers eligible people only after activation.
 */
export const highlyPrivilegedPhishingResistant: Check = {
  id: 'highly-privileged-phishing-resistant',
  version: 3,
  counts: 'highly privileged account',
  evaluate(tenant, parameters) {
    const { result, failing } = checkAdministrators(tenant, parameters, {
      demand: PHISHING_RESISTANT_FACTOR,
      expected: 'Everybody with a highly privileged role must use a phishing-resistant second factor.',
      predicate: 'must use a phishing-resistant second factor for all resources',
      among: AMONG_HIGHLY_PRIVILEGED,
    })
    const isOpen = failing.some(isStandingGlobal)
    return isOpen ? { ...result, critical: 'standing-global-admin-without-phishing-resistant-mfa' } : result
  },
}

const isStandingGlobal = ({ holdings }: PrivilegedAccount): boolean =>
  holdings.some(({ role, standing }) => standing && role === GLOBAL_ADMINISTRATOR)
