import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, Reading, TenantReading } from '../../model/tenant-reading.ts'
import { type ConditionMask, conditionMaskOf } from './condition-mask.ts'
import { GRANT, type Grant, type GrantBounds, gradeGrant } from './grant.ts'
import { namedResources, type Resources, resourcesOf } from './resources.ts'
import { type Scope, scopeOf } from './scope.ts'

/**
 * A Conditional Access policy. It counts for a person only if it is enabled, reaches the person after groups, roles and
 * exclusions, covers the resource, and demands enough; its conditions limit it to some sign-ins (`ConditionMask`). A
 * person is covered if the policies that reach them together cover every sign-in, because a sign-in must satisfy every
 * policy that applies to it. Shapes: Graph `conditionalAccessPolicy`, v1.0.
 */
export interface Policy {
  id: string
  name: string
  /** Report-only policies never count; they are here to show what they would add. */
  enabled: boolean
  grant: GrantBounds
  mask: ConditionMask
  resources: Resources
  scope: Scope
  /** As the API returned them, for demands that look at individual conditions. */
  conditions: Fields
  grantControls: Fields
  evidence: Evidence
}

/**
 * One kind of sign-in that policies can single out by a condition. Returns the policy as it applies to such sign-ins: a
 * policy for only these sign-ins is narrow in general, but not if the demand is about only these sign-ins.
 */
export type Situation = (policy: Policy) => Policy

export interface Policies {
  reading: Reading
  /** Enabled and report-only ones. */
  policies: readonly Policy[]
  /** The resources that a person must be covered for if the demand is about all resources. */
  resources: readonly string[]
}

/** What must be true of sign-ins. */
export interface AccessDemand {
  required: Grant
  clients: 'modern' | 'legacy'
  /** An application id, or undefined for all resources. */
  resource?: string
  /** Omitted if every sign-in is meant. */
  situation?: Situation
  /** Grant controls that are meant for the situation, in addition to those that single it out. */
  controls?: readonly string[]
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

/** The tenant's authentication strengths by id in lower case; empty if they could not be read. */
export const strengthsOf = perTenant((tenant): ReadonlyMap<string, unknown> => {
  const reading = readDataset(tenant, 'authenticationStrengths')
  const entries = list(reading.ok ? reading.value : undefined)
  return new Map(entries.map((item) => [text(fields(item).id)?.toLowerCase() ?? '', item]))
})

/** The policies of `policiesOf`, in the same order, as they apply to the sign-ins of the demand. */
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

/** Whether the tenant's security defaults are on; undefined if unknown. */
export const securityDefaultsOf = perTenant((tenant): { reading: Reading; on: boolean | undefined } => {
  const reading = readDataset(tenant, 'securityDefaults')
  const value = reading.ok ? fields(reading.value).isEnabled : undefined
  if (typeof value === 'boolean') return { reading, on: value }
  // Entra allows security defaults only if no Conditional Access policy is enabled.
  return { reading, on: policiesOf(tenant).policies.some((policy) => policy.enabled) ? false : undefined }
})

/** A second factor in every modern client. */
export const SECOND_FACTOR: AccessDemand = { required: GRANT.mfa, clients: 'modern' }
export const PHISHING_RESISTANT_FACTOR: AccessDemand = { required: GRANT.phishingResistant, clients: 'modern' }
/** What checks expect of legacy clients. */
export const LEGACY_BLOCKED =
  'Legacy clients, which cannot ask for a second factor, are blocked for everybody and all resources.'
/** Legacy clients cannot use a second factor, so demanding one stops them as surely as blocking them. */
export const LEGACY_SHUT: AccessDemand = { required: GRANT.mfa, clients: 'legacy' }
