import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { privilegedAccounts } from '../../readers/privileged-access/accounts.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import type { RoleHolding } from '../../readers/privileged-access/role-holding.ts'
import { memberPolicyOf, roleNames, rolePoliciesOf } from '../../readers/privileged-access/role-policies.ts'
import { type RoleReviews, roleReviewsOf } from '../../readers/privileged-access/role-reviews.ts'
import { rolesOf } from '../../readers/privileged-access/roles.ts'
import { evidenceOf, toNamed, unknown } from '../../readers/results/result.ts'
import { some } from '../../readers/results/sentences.ts'
import { dateMsOf } from '../../readers/values/dates.ts'

/** Twelve months, as in ISM-1647, plus the day of a leap year. */
const YEAR_DAYS = 366
const EXPECTED =
  'Every directory role ends within a year unless it is renewed, or a yearly review removes it unless somebody confirms it.'

/**
 * Privileged access ends after twelve months unless somebody confirms it (ISM-1647), in one of two ways: all
 * assignments of a person end within a year, and the policies of those roles allow no longer eligibility; or a review
 * that recurs at least yearly removes what nobody confirms. If a policy allows more, the verdict is at most partial,
 * because then the end depends on people, not on a rule. Without a licence for Privileged Identity Management neither
 * exists in the tenant.
 *
 * Since December 2023 the control no longer asks that rights end automatically: a review by hand counts as well. The tenant
 * does not show one, so people's answer decides if it describes the review.
 */
export const privilegedAccessExpiry: Check = {
  id: 'privileged-access-expiry',
  version: 2,
  counts: 'privileged account',
  evaluate(tenant, parameters) {
    const reviews = roleReviewsOf(tenant, parameters)
    const { reading: policies } = rolePoliciesOf(tenant)
    if (!reviews.reading.ok && !policies.ok) return unknown([reviews.reading, policies], EXPECTED)
    const result = evaluateAccounts(tenant, parameters, {
      expected: EXPECTED,
      predicate: 'hold only roles that end within a year or are reviewed every year',
      stateOf: (account) => stateOf(account, reviews, parameters),
      readings: [reviews.reading, policies],
      limitations:
        reviews.unenforced.length > 0
          ? [`These reviews remove nothing if nobody decides: ${some(reviews.unenforced)}.`]
          : [],
    })
    const whole = result.verdict === 'effective' ? unlessPoliciesAllowMore(result, tenant, parameters, reviews) : result
    const isShort = whole.verdict === 'ineffective' || whole.verdict === 'partial'
    return isShort ? toNamed(whole, 'a yearly review by hand', 'describe') : whole
  },
}

function stateOf({ holdings }: PrivilegedAccount, reviews: RoleReviews, { now }: Parameters): AccountState {
  const limit = Date.parse(now) + YEAR_DAYS * DAY_MS
  const lasting = holdings.filter(({ until }) => (dateMsOf(until) ?? Number.POSITIVE_INFINITY) > limit)
  const open = lasting.filter((holding) => !isReviewed(holding, reviews))
  if (open.length === 0) return 'fine'
  return reviews.reading.ok && open.some(({ isDurationUnread }) => !isDurationUnread) ? 'short' : 'unknown'
}

const isReviewed = ({ role, active }: RoleHolding, reviews: RoleReviews): boolean =>
  (active ? reviews.active : reviews.eligible).has(role)

function unlessPoliciesAllowMore(
  result: CheckResult,
  tenant: TenantReading,
  parameters: Parameters,
  reviews: RoleReviews,
): CheckResult {
  const read = privilegedAccounts(tenant, parameters)
  const { reading } = rolePoliciesOf(tenant)
  const holdings = read.ok ? read.accounts.flatMap((account) => account.holdings) : []
  const eligible = holdings.filter((holding) => !holding.active && !isReviewed(holding, reviews))
  const rules = eligibilityRules(tenant, eligible)
  const loose = rules.filter(({ days = 0 }) => days > YEAR_DAYS).map(({ name }) => name)
  const undetermined = rules.filter(({ days }) => days === undefined)
  const evidence = [...result.evidence, ...evidenceOf(reading)]
  if (undetermined.length > 0 || (loose.length > 0 && !reviews.reading.ok)) {
    const reasons = [reading, reviews.reading].flatMap((each) => (each.ok ? [] : [each.reason]))
    const why = reasons.length > 0 ? reasons : ['Some policies do not say for how long somebody may be eligible.']
    const observed = `This could not be evaluated. ${why.join(' ')}`
    return { ...result, verdict: 'no_visibility', observed, evidence, limitations: [...why, ...result.limitations] }
  }
  if (loose.length === 0) return { ...result, evidence }
  const observed = `${result.observed} However, the rules allow eligibility for more than a year for ${some(loose)}.`
  return { ...result, verdict: 'partial', observed, evidence }
}

/**
 * For how many days the rules allow each eligibility: the group's rules where somebody may become a member, otherwise the
 * role's.
 */
function eligibilityRules(
  tenant: TenantReading,
  eligible: readonly RoleHolding[],
): { name: string; days: number | undefined }[] {
  const { groups } = rolesOf(tenant)
  const { byRole } = rolePoliciesOf(tenant)
  const days = new Map<string, number | undefined>()
  for (const { role, group } of eligible) {
    const joined = group !== undefined && groups.get(group)?.activeRoles.has(role) ? group : undefined
    if (joined === undefined) days.set(roleNames(tenant).get(role) ?? role, byRole.get(role)?.eligibleDays)
    else days.set(`membership of ${groups.get(joined)?.name}`, memberPolicyOf(tenant, joined).policy?.eligibleDays)
  }
  return [...days].map(([name, limit]) => ({ name, days: limit }))
}
