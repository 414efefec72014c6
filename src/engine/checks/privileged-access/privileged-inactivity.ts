import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { Check, Parameters } from '../../model/check.ts'
import { type Activity, activityOf } from '../../readers/identity/sign-in-activity.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import { unknown } from '../../readers/results/result.ts'
import { dateMsOf } from '../../readers/values/dates.ts'

/** ISM-1648. */
const IDLE_DAYS = 45
const EXPECTED = `No enabled account holds a directory role, or may activate one, that was not used in the last ${IDLE_DAYS} days.`

/**
 * Privileged accounts that have been idle for 45 days are disabled (ISM-1648). Only a successful sign-in counts as use:
 * otherwise an attacker who guesses at the password of a forgotten account would make it look active. Entra has recorded
 * successful sign-ins since December 2023, so an account without one is idle only if even its last attempt is too long ago;
 * no record at all is unknown.
 */
export const privilegedInactivity: Check = {
  id: 'privileged-inactivity',
  version: 2,
  counts: 'privileged account',
  evaluate(tenant, parameters) {
    const activity = activityOf(tenant)
    const { reading } = activity
    if (!reading.ok) return unknown(reading, EXPECTED)
    return evaluateAccounts(tenant, parameters, {
      expected: EXPECTED,
      predicate: `were used in the last ${IDLE_DAYS} days`,
      stateOf: (account) => stateByUse(account, activity.of(account.id), parameters),
      readings: [reading],
      limitations: [
        'When a role was last used is not recorded; the last sign-in of its holder counts instead.',
        'Accounts on servers and in line-of-business systems, and service accounts, are not read.',
      ],
    })
  },
}

function stateByUse({ user }: PrivilegedAccount, activity: Activity | undefined, { now }: Parameters): AccountState {
  const since = Date.parse(now) - IDLE_DAYS * DAY_MS
  const created = dateMsOf(user.createdDateTime)
  // A newer account cannot have been idle for that long.
  if (created !== undefined && created >= since) return 'fine'
  if (activity?.succeeded !== undefined) return activity.succeeded >= since ? 'fine' : 'short'
  return activity?.tried !== undefined && activity.tried < since ? 'short' : 'unknown'
}
