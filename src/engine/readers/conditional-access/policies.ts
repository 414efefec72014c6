import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, Reading, TenantReading } from '../../model/tenant-reading.ts'
import { type Person, peopleOf } from '../identity/people.ts'
import { type ConditionMask, conditionMaskOf, FULL_MASK } from './condition-mask.ts'
import { GRANT, type Grant, type GrantBounds, gradeGrant } from './grant.ts'
import { coversResource, EVERYTHING_ELSE, isCore, namedResources, type Resources, resourcesOf } from './resources.ts'
import { activeRoles, type Reach, type RoleKnowledge, reachOf, type Scope, scopeOf } from './scope.ts'

/**
 * Conditional access as it meets each person. A policy counts only if it is enabled, meets the person after its groups,
 * roles and exclusions, covers the resource, and asks for enough; its conditions leave it a set of sign-ins (`ConditionMask`).
 * A person is covered where the policies that meet them together hold every sign-in, because Entra makes a sign-in
 * satisfy all the policies that apply to it. Shapes: Graph `conditionalAccessPolicy`, v1.0.
 */
export interface Policy {
  id: string
  name: string
  /** Report-only policies are kept to tell what they would add; they never count. */
  enabled: boolean
  grant: GrantBounds
  mask: ConditionMask
  resources: Resources
  scope: Scope
  /** As the API gave them, for what only some questions look at. */
  conditions: Fields
  grantControls: Fields
  evidence: Evidence
}

/**
 * Sign-ins of one kind, which policies can single out by a condition. Gives a policy as it meets those: one for them
 * alone is narrow by itself, and is not where the question is about nothing else.
 */
export type Situation = (policy: Policy) => Policy

export interface Policies {
  reading: Reading
  /** Enabled and report-only ones. */
  policies: readonly Policy[]
  /** What a covered person must be covered for, where the question is all resources. */
  resources: readonly string[]
}

/** What must be true of a sign-in. */
export interface AccessDemand {
  atLeast: Grant
  clients: 'modern' | 'legacy'
  /** An application id, or undefined for all resources. */
  resource?: string
  /** Left out where any sign-in is meant. */
  situation?: Situation
  /** Finishes "Whether 3 users …"; by default, must use a second factor. */
  asks?: string
}

export type CoverageState = 'covered' | 'unknown' | 'uncovered'

/** People whom exactly the same policies meet. */
export interface Cohort {
  people: readonly Person[]
  reach: readonly Reach[]
}

/** The tenant's policies, enabled and report-only. */
export const policiesOf = perTenant((tenant): Policies => {
  const reading = readDataset(tenant, 'conditionalAccessPolicies')
  const policies: Policy[] = []
  const strengths = strengthsOf(tenant)
  for (const [index, item] of list(reading.ok ? reading.value : undefined).entries()) {
    const policy = fields(item)
    const state = text(policy.state)
    if (!reading.ok || (state !== 'enabled' && state !== 'enabledForReportingButNotEnforced')) continue
    const conditions = fields(policy.conditions)
    policies.push({
      id: text(policy.id) ?? String(index),
      name: text(policy.displayName) ?? text(policy.id) ?? `policy ${index + 1}`,
      enabled: state === 'enabled',
      grant: gradeGrant(policy.grantControls, strengths),
      mask: conditionMaskOf(conditions),
      resources: resourcesOf(fields(conditions.applications)),
      scope: scopeOf(tenant, fields(conditions.users)),
      conditions,
      grantControls: fields(policy.grantControls),
      evidence: { ...reading.evidence, pointer: `/${index}` },
    })
  }
  return { reading, policies, resources: namedResources(policies.map((policy) => policy.resources)) }
})

/** The tenant's authentication strengths by id in lower case; none where they could not be read. */
export const strengthsOf = perTenant((tenant): ReadonlyMap<string, unknown> => {
  const reading = readDataset(tenant, 'authenticationStrengths')
  const entries = list(reading.ok ? reading.value : undefined)
  return new Map(entries.map((item) => [text(fields(item).id)?.toLowerCase() ?? '', item]))
})

/** The policies of `policiesOf`, in their order, as they meet the sign-ins that are asked about. */
export function policiesFor(tenant: TenantReading, { situation }: AccessDemand): readonly Policy[] {
  const { policies } = policiesOf(tenant)
  if (!situation) return policies
  const known = situationsOf(tenant).get(situation)
  if (known) return known
  const met = policies.map(situation)
  situationsOf(tenant).set(situation, met)
  return met
}

const situationsOf = perTenant((): Map<Situation, readonly Policy[]> => new Map())

/** Everybody enabled, in cohorts: a question is answered once for each, not once for each person. */
export const cohortsOf = perTenant((tenant): readonly Cohort[] => {
  const cohorts = new Map<string, { people: Person[]; reach: Reach[] }>()
  for (const person of peopleOf(tenant).enabled) {
    const reach = reachesOf(tenant, person, activeRoles(tenant, person))
    const key = reach.map((each) => each[0]).join('')
    const cohort = cohorts.get(key)
    if (cohort) cohort.people.push(person)
    else cohorts.set(key, { people: [person], reach })
  }
  return [...cohorts.values()]
})

/** How each policy of `policiesOf` meets a person who holds these roles. */
export function reachesOf(tenant: TenantReading, person: Person, roles: RoleKnowledge): Reach[] {
  return policiesOf(tenant).policies.map((policy) => reachOf(tenant, policy.scope, person, roles))
}

/** Where people whom the policies meet like this stand. `unknown` where it turns on something that was not read. */
export function coverageStateOf(tenant: TenantReading, reach: readonly Reach[], demand: AccessDemand): CoverageState {
  const asked = demand.resource === undefined ? mandatoryResources(tenant) : [demand.resource]
  if (asked.every((resource) => covers(tenant, reach, demand, resource, CERTAIN))) return 'covered'
  return asked.every((resource) => covers(tenant, reach, demand, resource, POSSIBLE)) ? 'unknown' : 'uncovered'
}

/** Whether they would be covered if nothing were excluded, or if the report-only policies were on as well. */
export function wouldBeCovered(
  tenant: TenantReading,
  reach: readonly Reach[],
  demand: AccessDemand,
  but: 'exclusions' | 'report-only',
): boolean {
  const view = but === 'exclusions' ? WITHOUT_EXCLUSIONS : WITH_REPORT_ONLY
  const asked = demand.resource === undefined ? mandatoryResources(tenant) : [demand.resource]
  return asked.every((resource) => covers(tenant, reach, demand, resource, view))
}

/** Applications, core ones aside, that policies name and for which these people are not covered for certain. */
export function applicationGaps(tenant: TenantReading, reach: readonly Reach[], demand: AccessDemand): string[] {
  return policiesOf(tenant).resources.filter(
    (resource) => !isCore(resource) && !covers(tenant, reach, demand, resource, CERTAIN),
  )
}

/**
 * All resources, but for applications that some policy singles out: those are gaps of their own (`applicationGaps`),
 * so that leaving out one application is told apart from asking nobody for anything.
 */
function mandatoryResources(tenant: TenantReading): string[] {
  return policiesOf(tenant).resources.filter(isCore)
}

interface View {
  counts(policy: Policy): boolean
  reaches: ReadonlySet<Reach>
  bound: 'certain' | 'possible'
}

const enabledOnly = (policy: Policy): boolean => policy.enabled
const CERTAIN: View = { counts: enabledOnly, reaches: new Set(['applies']), bound: 'certain' }
const POSSIBLE: View = { counts: enabledOnly, reaches: new Set(['applies', 'maybe']), bound: 'possible' }
const WITHOUT_EXCLUSIONS: View = { counts: enabledOnly, reaches: new Set(['applies', 'excluded']), bound: 'certain' }
const WITH_REPORT_ONLY: View = { counts: () => true, reaches: new Set(['applies']), bound: 'certain' }

function covers(
  tenant: TenantReading,
  reach: readonly Reach[],
  demand: AccessDemand,
  resource: string,
  { counts, reaches, bound }: View,
): boolean {
  let mask = 0
  for (const [index, policy] of policiesFor(tenant, demand).entries()) {
    const met = reach[index]
    if (met === undefined || !reaches.has(met) || !counts(policy) || policy.grant[bound] < demand.atLeast) continue
    if (coversResource(policy.resources, resource)) mask |= policy.mask[demand.clients]
  }
  return mask === FULL_MASK
}

/** Why an enabled policy that asks for enough does not count in full, in words that follow "it". */
export function shortcomingsOf(policy: Policy): string[] {
  const reasons = [...policy.mask.narrowedBy]
  if (policy.scope.unusable !== undefined) reasons.push(policy.scope.unusable)
  if (policy.resources.unusable !== undefined) reasons.push(policy.resources.unusable)
  else if (!coversResource(policy.resources, EVERYTHING_ELSE)) reasons.push('covers only some resources')
  return reasons
}

/** Whether the tenant's security defaults are on; undefined where that cannot be told. */
export const securityDefaultsOf = perTenant((tenant): { reading: Reading; on: boolean | undefined } => {
  const reading = readDataset(tenant, 'securityDefaults')
  const value = reading.ok ? fields(reading.value).isEnabled : undefined
  if (typeof value === 'boolean') return { reading, on: value }
  // Entra allows security defaults only where no conditional access policy is enabled.
  return { reading, on: policiesOf(tenant).policies.some((policy) => policy.enabled) ? false : undefined }
})

/** A question for a second factor in whatever people sign in with. */
export const SECOND_FACTOR: AccessDemand = { atLeast: GRANT.mfa, clients: 'modern' }
export const PHISHING_RESISTANT_FACTOR: AccessDemand = { atLeast: GRANT.phishingResistant, clients: 'modern' }
/** Legacy clients cannot do a second factor, so asking for one shuts them out as surely as blocking them. */
export const LEGACY_SHUT: AccessDemand = { atLeast: GRANT.mfa, clients: 'legacy' }
