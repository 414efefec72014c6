import type { CheckResult, Coverage, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { type Person, peopleOf, setAsideBreakGlass } from '../identity/people.ts'
import { isSynchronisationAccount, rolesOf } from '../privileged-access/roles.ts'
import { evidenceOf, type Failed, unknown } from '../results/result.ts'
import { count, share, some } from '../results/sentences.ts'
import { verdictBetween } from '../results/verdict.ts'
import { GRANT } from './grant.ts'
import {
  type AccessDemand,
  type Cohort,
  cohortsOf,
  coverageStateOf,
  policiesFor,
  policiesOf,
  securityDefaultsOf,
  shortcomingsOf,
  wouldBeCovered,
} from './policies.ts'
import type { Reach } from './scope.ts'

/** Everybody who can sign in, by whether policies cover them. */
export interface Tally {
  covered: Person[]
  unknown: Person[]
  uncovered: Person[]
  /** Uncovered or unknown people by cohort, to say why. */
  open: Cohort[]
  coverage: Coverage
  verdict: CheckResult['verdict']
  bySecurityDefaults: boolean
  evidence: Evidence[]
  /** Who was set aside, and what could not be read. */
  limitations: string[]
}

export type TallyResult = { ok: true; tally: Tally } | { ok: false; result: CheckResult }

/**
 * Compares every enabled account, member or guest, with a demand. Declared emergency access accounts are set aside, and
 * so are uncovered accounts of directory synchronisation, which cannot use a second factor. Security defaults demand a
 * second factor of everybody and shut out legacy clients, but never demand a phishing-resistant factor.
 */
export function tallyEverybody(
  tenant: TenantReading,
  parameters: Parameters,
  demand: AccessDemand,
  expected: string,
): TallyResult {
  const people = peopleOf(tenant)
  if (!people.reading.ok) return { ok: false, result: unknown(people.reading, expected) }
  const basis = basisOf(tenant, demand)
  if (!basis.ok) return { ok: false, result: unknown(basis.failed, expected) }

  const covered: Person[] = []
  const maybe: Person[] = []
  const uncovered: Person[] = []
  const open: Cohort[] = []
  const breakGlass: Person[] = []
  const synchronisation: Person[] = []
  for (const cohort of cohortsOf(tenant)) {
    const state = basis.everybody ? 'covered' : coverageStateOf(tenant, cohort.reach, demand)
    const { counted, aside } = setAsideBreakGlass(cohort.people, parameters)
    breakGlass.push(...aside)
    if (state === 'covered') {
      covered.push(...counted)
      continue
    }
    const left = counted.filter((person) => !isSynchronisationAccount(tenant, person.id))
    if (left.length < counted.length) {
      synchronisation.push(...counted.filter((person) => isSynchronisationAccount(tenant, person.id)))
    }
    ;(state === 'unknown' || basis.doubt ? maybe : uncovered).push(...left)
    if (left.length > 0) open.push({ people: left, reach: cohort.reach })
  }
  const coverage = { n: covered.length, of: covered.length + maybe.length + uncovered.length }
  return {
    ok: true,
    tally: {
      covered,
      unknown: maybe,
      uncovered,
      open,
      coverage,
      verdict: verdictBetween(coverage, maybe.length, parameters.thresholds),
      bySecurityDefaults: basis.everybody,
      evidence: [...evidenceOf(people.reading, securityDefaultsOf(tenant).reading), ...policyEvidence(tenant, demand)],
      limitations: [
        ...setAside(breakGlass, 'declared emergency access account', 'declared emergency access accounts'),
        ...setAside(synchronisation, 'account of directory synchronisation', 'accounts of directory synchronisation'),
        ...(maybe.length > 0 ? doubts(tenant, maybe.length, demand.asks) : []),
      ],
    },
  }
}

export type Basis =
  | { ok: true; everybody: boolean /** Security defaults may be on or not. */; doubt: boolean }
  | { ok: false; failed: readonly [Failed, ...Failed[]] }

/** What the evaluation is based on: conditional access, or security defaults, which meet the demand for everybody. */
export function basisOf(tenant: TenantReading, demand: AccessDemand): Basis {
  const defaults = securityDefaultsOf(tenant)
  const enough = demand.required <= GRANT.mfa
  if (enough && defaults.on === true) return { ok: true, everybody: true, doubt: false }
  const { reading } = policiesOf(tenant)
  if (!reading.ok) {
    return { ok: false, failed: enough && !defaults.reading.ok ? [reading, defaults.reading] : [reading] }
  }
  return { ok: true, everybody: false, doubt: enough && defaults.on === undefined }
}

function policyEvidence(tenant: TenantReading, demand: AccessDemand): Evidence[] {
  const { reading } = policiesOf(tenant)
  const counting = policiesFor(tenant, demand).filter(
    ({ enabled, grant, mask }) =>
      enabled && grant.possible >= demand.required && (!demand.situation || mask[demand.clients] !== 0),
  )
  return counting.length > 0 ? counting.map((policy) => policy.evidence) : evidenceOf(reading)
}

/** One sentence that names the people who were set aside; empty if nobody was. */
export function setAside(people: readonly Person[], one: string, many: string): string[] {
  if (people.length === 0) return []
  const names = people.map((person) => person.name)
  return [`${count(people.length, one, many)} ${people.length === 1 ? 'was' : 'were'} set aside: ${some(names, 5)}.`]
}

/** Why it is unknown whether some people are covered. */
export function doubts(tenant: TenantReading, people: number, asks = 'must use a second factor'): string[] {
  const enabled = policiesOf(tenant).policies.filter((policy) => policy.enabled)
  const roles = rolesOf(tenant)
  const byRole = enabled.some((policy) => policy.scope.includes.roles.size + policy.scope.excludes.roles.size > 0)
  const failed: Failed[] = [
    ...enabled.flatMap((policy) => policy.scope.unreadGroups),
    ...(byRole ? roles.unreadGroups.map((group) => group.reading) : []),
    ...(byRole && !roles.active.ok ? [roles.active] : []),
    ...[securityDefaultsOf(tenant).reading].flatMap((reading) => (reading.ok ? [] : [reading])),
  ]
  const unreadStrengths = enabled.some((policy) => policy.grant.possible !== policy.grant.certain)
  return [
    `Whether ${count(people, 'user')} ${asks} could not be told.`,
    ...new Set(failed.map((reading) => reading.reason)),
    ...(unreadStrengths ? ['What some authentication strengths allow could not be read.'] : []),
  ]
}

/** How many people are covered: `4 of 9 users must …. For 2 of them it could not be told.` */
export function describeTally({ coverage, unknown: maybe }: Tally, must: string): string {
  const doubt = maybe.length > 0 ? ` For ${maybe.length} of them it could not be told.` : ''
  return `${share(coverage, 'user')} must use ${must}.${doubt}`
}

/** Why people are not covered: exclusions, report-only policies, and policies that count in part. */
export function explainOpen(tenant: TenantReading, demand: AccessDemand, open: readonly Cohort[]): string[] {
  if (open.length === 0) return []
  return [
    ...explainExclusions(tenant, demand, open),
    ...explainReportOnly(tenant, demand, open),
    ...explainShortcomings(tenant, demand),
  ]
}

function explainExclusions(tenant: TenantReading, demand: AccessDemand, open: readonly Cohort[]): string[] {
  const excluded = open.filter(
    ({ reach }) => reach.includes('excluded') && wouldBeCovered(tenant, reach, demand, 'exclusions'),
  )
  if (excluded.length === 0) return []
  const names = namesOf(excluded)
  const by = contributing(tenant, demand, excluded, 'excluded').filter((policy) => policy.enabled)
  const accounts = `${count(names.length, 'excluded account')} (${some(names)})`
  return names.length === namesOf(open).length
    ? [`It would hold but for ${accounts}, left out by ${quoted(by)}.`]
    : [`Open only because ${quoted(by)} leaves them out: ${accounts}.`]
}

function explainReportOnly(tenant: TenantReading, demand: AccessDemand, open: readonly Cohort[]): string[] {
  const reported = open.filter(({ reach }) => wouldBeCovered(tenant, reach, demand, 'report-only'))
  if (reported.length === 0) return []
  const by = contributing(tenant, demand, reported, 'applies').filter((policy) => !policy.enabled)
  return [`Report-only policies enforce nothing; ${quoted(by)} would cover ${count(namesOf(reported).length, 'user')}.`]
}

/**
 * Policies that are meant to meet the demand and leave sign-ins out. Blocking policies are narrow on purpose, so they
 * are mentioned only if they single out the sign-ins in question.
 */
function explainShortcomings(tenant: TenantReading, demand: AccessDemand): string[] {
  if (demand.clients !== 'modern' || demand.resource !== undefined) return []
  const { policies } = policiesOf(tenant)
  return policiesFor(tenant, demand)
    .filter((policy, index) => {
      const isMeant = policy !== policies[index] || policy.grant.certain < GRANT.block
      return isMeant && policy.enabled && policy.grant.possible >= demand.required
    })
    .flatMap((policy) => {
      const reasons = shortcomingsOf(policy)
      return reasons.length > 0 ? [`${quoted([policy])} does not count in full: it ${reasons.join(' and ')}.`] : []
    })
    .slice(0, 3)
}

/** Policies that ask for enough and reach some of these people in this way. */
function contributing(tenant: TenantReading, demand: AccessDemand, cohorts: readonly Cohort[], how: Reach) {
  return policiesFor(tenant, demand).filter(
    (policy, index) =>
      policy.grant.certain >= demand.required &&
      policy.mask[demand.clients] !== 0 &&
      cohorts.some((cohort) => cohort.reach[index] === how),
  )
}

const namesOf = (cohorts: readonly Cohort[]): string[] =>
  cohorts.flatMap((cohort) => cohort.people.map((person) => person.name))

const quoted = (policies: readonly { name: string }[]): string =>
  some(
    policies.map((policy) => `‘${policy.name}’`),
    2,
  )
