import type { Check } from '../../model/check.ts'
import { checkAdministrators } from '../../readers/conditional-access/administrators-check.ts'
import { SECOND_FACTOR } from '../../readers/conditional-access/policies.ts'

/**
 * Everybody who holds a directory role, now or by activating it, directly or through a group, must use a second factor
 * for all resources and has registered one (ISM-1173). Registration counts here: if an administrator has registered
 * nothing, anybody with the password can register instead. A single uncovered administrator is a failure, whatever the
 * share. Accounts of directory synchronisation can neither register nor use a second factor, so they are excluded.
 */
export const mfaPrivilegedUsers: Check = {
  id: 'mfa-privileged-users',
  version: 2,
  counts: 'privileged account',
  evaluate(tenant, parameters) {
    const { result, failing } = checkAdministrators(tenant, parameters, {
      demand: SECOND_FACTOR,
      expected: 'Everybody who holds or may activate a directory role must use a second factor and has registered one.',
      predicate: 'must use a second factor for all resources and have registered one',
      mustBeRegistered: true,
    })
    return failing.length > 0 ? { ...result, critical: 'privileged-user-without-mfa' } : result
  },
}
