import { fields, text, texts } from '../../../shared/json.ts'
import { perTenant } from '../../datasets/reading.ts'
import type { Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { isGuest, type Person, peopleOf } from '../identity/people.ts'
import { perUserMfaOf, signsInWithout } from '../identity/per-user-mfa.ts'
import { OFFICE_365 } from './applications.ts'
import { cohortsOf } from './cohorts.ts'
import type { CoverageState } from './coverage-state.ts'
import { GRANT } from './grant.ts'
import { type AccessDemand, type Policy, policiesOf } from './policies.ts'

/** Whether a second factor that is set per user could meet the demand; legacy clients bypass it. */
export const canBePerUser = ({ required, clients, situation }: AccessDemand): boolean =>
  required <= GRANT.mfa && clients === 'modern' && situation === undefined

/**
 * The state of somebody whom policies do not certainly cover, by the setting of the account itself. If that was not read,
 * the state is unknown, unless Conditional Access has replaced such settings, or the person demonstrably signs in without a
 * second factor.
 */
export function perUserState(tenant: TenantReading, parameters: Parameters, person: Person): CoverageState {
  const isSet = perUserMfaOf(tenant, person.id)
  if (isSet !== undefined) return isSet ? 'covered' : 'uncovered'
  if (hasReplacedPerUser(tenant) || signsInWithout(tenant, parameters, person.id)) return 'uncovered'
  return 'unknown'
}

/** From this share of an organisation's people on, Conditional Access is how it demands a second factor. */
const BROAD = 0.5

/**
 * Whether Conditional Access has replaced per-user settings. Microsoft says not to use both: neither knows the other's
 * exceptions. So if enabled policies that offer a second factor for all resources, or for Office 365, include at least half
 * of an organisation's own people, we assume that the others were left out on purpose. Whether such a policy is effective
 * does not matter here: it may accept something weaker, or exclude people again, because excluding more people must not
 * improve anybody's state.
 */
const hasReplacedPerUser = perTenant((tenant): boolean => {
  const broad = policiesOf(tenant).policies.map((policy) => policy.enabled && demandsOften(policy))
  const own = peopleOf(tenant).enabled.filter((person) => !isGuest(person)).length
  const included = cohortsOf(tenant)
    .filter(({ ways: [reach] }) => reach?.some((met, index) => met !== 'none' && broad[index]))
    .reduce((sum, { people }) => sum + people.filter((person) => !isGuest(person)).length, 0)
  return own > 0 && included / own >= BROAD
})

/** Offers a second factor at everyday sign-ins, not only at risk or in certain flows. */
function demandsOften({ grantControls, conditions, resources }: Policy): boolean {
  const offers =
    texts(grantControls.builtInControls).includes('mfa') ||
    text(fields(grantControls.authenticationStrength).id) !== undefined
  const isRare = [conditions.userRiskLevels, conditions.signInRiskLevels].some((levels) => texts(levels).length > 0)
  const flows = text(fields(conditions.authenticationFlows).transferMethods) ?? 'none'
  return offers && !isRare && flows === 'none' && (resources.includes.has('All') || resources.includes.has(OFFICE_365))
}
