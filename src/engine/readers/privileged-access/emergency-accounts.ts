import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { list } from '../../../shared/json.ts'
import { perEvaluation } from '../../datasets/reading.ts'
import type { Parameters } from '../../model/check.ts'
import type { AssessmentResult } from '../../model/result.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { activePlans } from '../identity/account-plans.ts'
import { type Person, peopleOf, setAsideBreakGlass } from '../identity/people.ts'
import { activityOf } from '../identity/sign-in-activity.ts'
import { count, some } from '../results/sentences.ts'
import { type PrivilegedAccount, roleHoldersOf } from './role-holders.ts'
import { GLOBAL_ADMINISTRATOR } from './roles.ts'

/** Microsoft's guidance is to have two emergency access accounts; if more accounts look like one, they are ordinary accounts. */
const MAX_PRESUMED = 2
/** We assume that administrators sign in to their account at least weekly. */
const QUIET_DAYS = 7

export interface EmergencyAccounts {
  /** Ids of the accounts that every row excludes: the declared ones, otherwise the presumed ones. */
  aside: ReadonlySet<string>
  /** Ids of accounts that look like emergency access accounts, but for which this could not be confirmed. */
  unsure: ReadonlySet<string>
  limitations: string[]
}

/**
 * The emergency access accounts, the same for every row of a result. If any are declared, only those count. Otherwise
 * they are presumed: by Microsoft's guidance they are cloud-only, unlicensed and permanent Global Administrators. A
 * careless administrator's account looks the same, so they must also have been unused for a week, and there may be at most
 * two. The result states that this is an assumption.
 */
export const emergencyAccountsOf = perEvaluation((tenant, parameters): EmergencyAccounts => {
  if (parameters.breakGlass.length > 0) return declared(tenant, parameters)
  const { holders, missing } = roleHoldersOf(tenant)
  const alike = holders.filter(looksLikeEmergency)
  const activity = activityOf(tenant)
  if (alike.length === 0) return NOBODY
  // If some roles were not read, one of these accounts may have other roles, or there may be more than two.
  if (missing.length > 0) {
    const limitation = unsureWithout('all roles', alike)
    return { aside: new Set(), unsure: idsOf(alike), limitations: [limitation] }
  }
  if (!activity.reading.ok || alike.some(({ id }) => !activity.of(id))) {
    const limitation = unsureWithout('the last use', alike)
    return { aside: new Set(), unsure: idsOf(alike), limitations: [limitation] }
  }
  const since = Date.parse(parameters.now) - QUIET_DAYS * DAY_MS
  const quiet = alike.filter(({ id }) => (activity.of(id)?.tried ?? Number.NEGATIVE_INFINITY) < since)
  if (quiet.length === 0 || quiet.length > MAX_PRESUMED) return NOBODY
  const limitation = `Assumed to be emergency access accounts, although they were not declared: ${namesOf(quiet)}. They are left out, except where all Global Administrators are counted.`
  return { aside: idsOf(quiet), unsure: new Set(), limitations: [limitation] }
})

function declared(tenant: TenantReading, parameters: Parameters): EmergencyAccounts {
  const { aside } = setAsideBreakGlass(peopleOf(tenant).enabled, parameters)
  const named = `${count(aside.length, 'declared emergency access account')} excluded: ${namesOf(aside)}.`
  return { aside: idsOf(aside), unsure: new Set(), limitations: aside.length > 0 ? [named] : [] }
}

const NOBODY: EmergencyAccounts = { aside: new Set(), unsure: new Set(), limitations: [] }

const idsOf = (people: readonly Person[]): ReadonlySet<string> => new Set(people.map(({ id }) => id))

/**
 * The declared accounts that were excluded, and the declarations that match no account; undefined if none were declared.
 */
export function declaredEmergency(
  tenant: TenantReading,
  parameters: Parameters,
): AssessmentResult['emergencyAccounts'] | undefined {
  if (parameters.breakGlass.length === 0) return undefined
  const { reading, enabled } = peopleOf(tenant)
  const { aside } = setAsideBreakGlass(enabled, parameters)
  const found = new Set(aside.flatMap(({ id, name }) => [id, name.toLowerCase()]))
  // If the accounts could not be read, no declaration is reported as unmatched.
  const notFound = reading.ok ? parameters.breakGlass.filter((entry) => !found.has(entry.toLowerCase())) : []
  return { setAside: aside.map(({ name }) => name), notFound }
}

const unsureWithout = (what: string, alike: readonly PrivilegedAccount[]): string =>
  `Whether ${namesOf(alike)} ${alike.length === 1 ? 'is an emergency access account' : 'are emergency access accounts'} cannot be determined without ${what}.`

const namesOf = (people: readonly Person[]): string => some(people.map(({ name }) => name))

const looksLikeEmergency = ({ kind, holdings, user }: PrivilegedAccount): boolean =>
  kind === 'member' &&
  user.onPremisesSyncEnabled !== true &&
  Array.isArray(user.assignedPlans) &&
  activePlans(list(user.assignedPlans)).length === 0 &&
  holdings.every(({ role, standing, wholeDirectory }) => standing && wholeDirectory && role === GLOBAL_ADMINISTRATOR)
