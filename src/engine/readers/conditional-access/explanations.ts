import { fields, list, text, texts } from '../../../shared/json.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { Person } from '../identity/people.ts'
import { count, quoted, some, unlessNamed } from '../results/sentences.ts'
import type { Reaches } from './cohorts.ts'
import { resourcesAsked, wouldBeCovered } from './coverage-state.ts'
import { GRANT } from './grant.ts'
import { type AccessDemand, type Policy, policiesFor, policiesOf } from './policies.ts'
import { coversResource } from './resources.ts'
import { shortcomingsOf } from './shortcomings.ts'

/** People who are not certainly covered, and how policies reach them in the worst of the ways they can sign in. */
export interface OpenCohort {
  people: readonly Person[]
  reach: Reaches
}

/** Why somebody is not covered. Each uncovered person has at least one reason. */
export type Reason = 'excluded' | 'report-only' | 'too-weak' | 'not-included'

/** Why people are not covered, in sentences that name the policies, and the people who were not `named` just before. */
export function explainOpen(
  tenant: TenantReading,
  demand: AccessDemand,
  open: readonly OpenCohort[],
  named: readonly string[],
): string[] {
  if (open.length === 0) return []
  const meant = meantPolicies(tenant, demand)
  const reasons = open.map((cohort) => ({ cohort, found: reasonsWith(meant, tenant, demand, cohort) }))
  const having = (reason: Reason): OpenCohort[] =>
    reasons.filter(({ found }) => found.has(reason)).map(({ cohort }) => cohort)
  return [
    ...explainExclusions(tenant, demand, { excluded: having('excluded'), open, named }),
    ...explainReportOnly(tenant, demand, having('report-only')),
    ...explainShortcomings(tenant, demand, having('too-weak')),
    ...explainNotIncluded(having('not-included'), named),
  ]
}

/** Why people are not covered, given how the policies reach them. */
export const reasonsOf = (tenant: TenantReading, demand: AccessDemand, cohort: OpenCohort): ReadonlySet<Reason> =>
  reasonsWith(meantPolicies(tenant, demand), tenant, demand, cohort)

function reasonsWith(
  meant: readonly MeantPolicy[],
  tenant: TenantReading,
  demand: AccessDemand,
  { reach }: OpenCohort,
): ReadonlySet<Reason> {
  const reaching = meant.filter(({ policy, index }) => policy.enabled && reach[index] !== 'none')
  const reasons = new Set<Reason>()
  const isLeftOut = reaching.some(({ index }) => reach[index] === 'excluded')
  if (isLeftOut || (reach.includes('excluded') && wouldBeCovered(tenant, reach, demand, 'exclusions'))) {
    reasons.add('excluded')
  }
  if (wouldBeCovered(tenant, reach, demand, 'report-only')) reasons.add('report-only')
  if (reaching.some(({ index, short }) => short.length > 0 && reach[index] !== 'excluded')) reasons.add('too-weak')
  if (reasons.size === 0 && reaching.length === 0) reasons.add('not-included')
  return reasons
}

function explainExclusions(
  tenant: TenantReading,
  demand: AccessDemand,
  { excluded, open, named }: { excluded: readonly OpenCohort[]; open: readonly OpenCohort[]; named: readonly string[] },
): string[] {
  if (excluded.length === 0) return []
  const names = namesOf(excluded)
  const meant = new Set(meantPolicies(tenant, demand).map(({ index }) => index))
  const by = policiesFor(tenant, demand).filter(
    ({ enabled, grant }, index) =>
      enabled &&
      (meant.has(index) || grant.certain >= demand.required) &&
      excluded.some(({ reach }) => reach[index] === 'excluded'),
  )
  const who = unlessNamed(names, named)
  const accounts = `${count(names.length, 'account')}${who && ` (${who})`}`
  const joining = excluded
    .flatMap((cohort) => cohort.people)
    .filter(({ id }) => by.some(({ scope }) => scope.mayJoinExcluded.has(id)))
  const isAll = names.length === namesOf(open).length
  return [
    isAll && excluded.every(({ reach }) => wouldBeCovered(tenant, reach, demand, 'exclusions'))
      ? `Everybody would be covered if ${together(by)} did not exclude ${accounts}.`
      : `${together(by)} ${by.length === 1 ? 'excludes' : 'exclude'} ${accounts}.`,
    ...(joining.length > 0 ? [explainJoining(joining)] : []),
  ]
}

/** Policies as a subject. What several do need not be true of each of them. */
function together(policies: readonly Policy[]): string {
  const more = policies.length - 2
  const [first = '', second] = policies.map((policy) => quoted([policy]))
  if (second === undefined) return first
  return `${more > 0 ? `${first}, ${second} and ${count(more, 'other policy', 'other policies')}` : `${first} and ${second}`} between them`
}

/** People who are not in an excluded group, but may activate their membership of it. */
function explainJoining(people: readonly Person[]): string {
  const names = some(people.map(({ name }) => name))
  return people.length === 1
    ? `${names} can activate membership of an excluded group.`
    : `${count(people.length, 'of them', 'of them')} can activate membership of an excluded group: ${names}.`
}

function explainReportOnly(tenant: TenantReading, demand: AccessDemand, reported: readonly OpenCohort[]): string[] {
  if (reported.length === 0) return []
  const by = policiesFor(tenant, demand).filter(
    ({ enabled, grant, mask }, index) =>
      !enabled &&
      grant.certain >= demand.required &&
      mask[demand.clients] !== 0 &&
      reported.some(({ reach }) => reach[index] === 'applies'),
  )
  return [`Report-only policies enforce nothing; ${quoted(by)} would cover ${count(namesOf(reported).length, 'user')}.`]
}

/** At most this many of the policies that fall short are named. */
const MAX_NAMED = 3

function explainShortcomings(tenant: TenantReading, demand: AccessDemand, short: readonly OpenCohort[]): string[] {
  const policies = meantPolicies(tenant, demand).filter(
    (each) =>
      each.policy.enabled &&
      each.short.length > 0 &&
      short.some(({ reach }) => reach[each.index] === 'applies' || reach[each.index] === 'maybe'),
  )
  const sentences = policies.map(({ policy, short }) => `${quoted([policy])} counts only in part: it ${joined(short)}.`)
  const more = sentences.length - MAX_NAMED
  return [
    ...sentences.slice(0, MAX_NAMED),
    ...(more > 0
      ? [
          `${count(more, 'more policy', 'more policies')} that ${more === 1 ? 'applies falls' : 'apply fall'} short as well.`,
        ]
      : []),
  ]
}

/** Shortcomings as one predicate: `covers only some platforms and some resources`, with a verb that they share named once. */
const joined = (short: readonly string[]): string =>
  short
    .map((words, index) => {
      const [verb = ''] = /^\w+ only /.exec(words) ?? []
      return verb !== '' && short[index - 1]?.startsWith(verb) ? words.slice(verb.length) : words
    })
    .join(' and ')

function explainNotIncluded(cohorts: readonly OpenCohort[], named: readonly string[]): string[] {
  const names = namesOf(cohorts)
  if (names.length === 0) return []
  const who = unlessNamed(names, named)
  return [
    `${count(names.length, 'user')} ${names.length === 1 ? 'is' : 'are'} not included by any policy that demands this${who && `: ${who}`}.`,
  ]
}

const namesOf = (cohorts: readonly OpenCohort[]): string[] =>
  cohorts.flatMap((cohort) => cohort.people.map((person) => person.name))

/** A policy that is meant to meet the demand, its index, and why it does so only in part (phrased to follow "it"). */
interface MeantPolicy {
  policy: Policy
  index: number
  short: string[]
}

/** Leaves out policies for agents and applications, for user actions and for other resources: they explain nothing here. */
function meantPolicies(tenant: TenantReading, demand: AccessDemand): MeantPolicy[] {
  const originals = policiesOf(tenant).policies
  const asked = resourcesAsked(tenant, demand)
  return policiesFor(tenant, demand).flatMap((policy, index) => {
    const { resources, conditions } = policy
    const isForPeople = Object.keys(fields(conditions.clientApplications)).length === 0
    const isForResources =
      list(fields(conditions.applications).includeUserActions).length === 0 || demand.resource !== undefined
    const { includes, excludes } = resources
    const isElsewhere = !includes.has('All') && !asked.some((each) => coversResource({ includes, excludes }, each))
    const isMeant = isForPeople && isForResources && !isElsewhere && meansTo(policy, originals[index], demand)
    return isMeant ? [{ policy, index, short: shortcomingsOf(tenant, policy, demand) }] : []
  })
}

/** Whether a policy seems meant for the sign-ins of the demand. A block that singles out other sign-ins is not. */
function meansTo(policy: Policy, original: Policy | undefined, demand: AccessDemand): boolean {
  const controls = texts(policy.grantControls.builtInControls)
  const singlesOut = policy !== original && policy.grant.possible >= demand.required
  if (demand.controls) return singlesOut || demand.controls.some((control) => controls.includes(control))
  if (demand.situation) return policy !== original
  const offersFactor =
    controls.includes('mfa') || text(fields(policy.grantControls.authenticationStrength).id) !== undefined
  if (demand.clients === 'modern') return offersFactor
  const clients = texts(policy.conditions.clientAppTypes)
  const isForLegacy = clients.includes('exchangeActiveSync') || clients.includes('other')
  return isForLegacy ? policy.grant.possible >= GRANT.mfa : clients.includes('all') && offersFactor
}
