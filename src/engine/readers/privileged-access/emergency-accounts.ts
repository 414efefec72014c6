import { DAY_MS } from '../../../shared/datetime.ts'
import { list } from '../../../shared/json.ts'
import type { Parameters } from '../../model/check.ts'
import type { AssessmentResult } from '../../model/result.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { activePlans } from '../identity/account-plans.ts'
import { peopleOf, setAsideBreakGlass } from '../identity/people.ts'
import { activityOf } from '../identity/sign-in-activity.ts'
import { some } from '../results/sentences.ts'
import type { PrivilegedAccount } from './accounts.ts'
import { GLOBAL_ADMINISTRATOR } from './roles.ts'

/** Microsoft's guidance is to have two emergency access accounts; if more look like one, they are ordinary accounts. */
const MAX_PRESUMED = 2
/** An account that is used for administration is signed in to at least weekly. */
const QUIET_DAYS = 7
export interface Emergency {
  /** Ids of accounts presumed to be for emergencies. */
  presumed: ReadonlySet<string>
  /** Ids of accounts that look like it, but whose last use could not be read. */
  unsure: ReadonlySet<string>
  limitations: string[]
}

/**
 * Undeclared emergency access accounts. By Microsoft's guidance they are cloud-only, unlicensed and permanent Global
 * Administrators, and rules about standing access do not apply to them. A careless administrator's account looks the
 * same, so they must also have been unused for a week, and be two at most. If any are declared, only those count. The
 * result states that this is an assumption.
 */
export function presumedEmergency(
  tenant: TenantReading,
  parameters: Parameters,
  accounts: readonly PrivilegedAccount[],
): Emergency {
  const alike = parameters.breakGlass.length > 0 ? [] : accounts.filter(looksLikeEmergency)
  const activity = activityOf(tenant)
  const ids = (chosen: readonly PrivilegedAccount[]): ReadonlySet<string> => new Set(chosen.map(({ id }) => id))
  const none: ReadonlySet<string> = new Set()
  if (alike.length === 0) return { presumed: none, unsure: none, limitations: [] }
  if (!activity.reading.ok || alike.some(({ id }) => !activity.of(id))) {
    const limitation = `Whether ${names(alike)} are emergency access accounts cannot be told without their last use.`
    return { presumed: none, unsure: ids(alike), limitations: [limitation] }
  }
  const since = Date.parse(parameters.now) - QUIET_DAYS * DAY_MS
  const quiet = alike.filter(({ id }) => (activity.of(id)?.tried ?? Number.NEGATIVE_INFINITY) < since)
  if (quiet.length === 0 || quiet.length > MAX_PRESUMED) return { presumed: none, unsure: none, limitations: [] }
  const limitation = `Taken to be emergency access accounts, though not declared: ${names(quiet)}.`
  return { presumed: ids(quiet), unsure: none, limitations: [limitation] }
}

/**
 * The declared accounts that were set aside, and the declarations that match no account; undefined if none were
 * declared.
 */
export function declaredEmergency(
  tenant: TenantReading,
  parameters: Parameters,
): AssessmentResult['emergencyAccounts'] | undefined {
  if (parameters.breakGlass.length === 0) return undefined
  const { reading, enabled } = peopleOf(tenant)
  const { aside } = setAsideBreakGlass(enabled, parameters)
  const found = new Set(aside.flatMap(({ id, name }) => [id, name.toLowerCase()]))
  // If the accounts could not be read, none of them is reported as missing.
  const notFound = reading.ok ? parameters.breakGlass.filter((entry) => !found.has(entry.toLowerCase())) : []
  return { setAside: aside.map(({ name }) => name), notFound }
}

const names = (accounts: readonly PrivilegedAccount[]): string => some(accounts.map(({ name }) => name))

const looksLikeEmergency = ({ kind, holdings, user }: PrivilegedAccount): boolean =>
  kind === 'member' &&
  user.onPremisesSyncEnabled !== true &&
  Array.isArray(user.assignedPlans) &&
  activePlans(list(user.assignedPlans)).length === 0 &&
  holdings.every(({ role, standing, wholeDirectory }) => standing && wholeDirectory && role === GLOBAL_ADMINISTRATOR)
