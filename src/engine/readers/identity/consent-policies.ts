import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'

/** What one condition set of a consent policy lets people consent to. */
export type ConsentScope =
  /** Applications of the organisation itself, or those that the policy names. */
  | 'chosen-applications'
  /** Permissions that are classified as low impact. */
  | 'low-impact'
  /** Permissions that the policy lists by their ids. */
  | 'listed-permissions'
  /** Anything else. */
  | 'any'

export interface ConsentPolicy {
  ok: true
  scopes: readonly ConsentScope[]
  /** Further condition sets exclude some of it. */
  hasExclusions: boolean
}

/** A custom consent policy by its id. Shape: Graph `permissionGrantPolicy`, v1.0. */
export function consentPolicy(tenant: TenantReading, id: string): ConsentPolicy | Failed {
  const reading = readDataset(tenant, 'permissionGrantPolicies')
  if (!reading.ok) return reading
  const found = list(reading.value)
    .map(fields)
    .find((policy) => text(policy.id)?.toLowerCase() === id.toLowerCase())
  if (!found || !Array.isArray(found.includes)) {
    const reason = 'The custom consent policy is not among the consent policies that were read.'
    return { ok: false, key: reading.key, verdict: 'no_visibility', reason }
  }
  // People can consent only to delegated permissions; policies may also list application permissions.
  const sets = list(found.includes)
    .map(fields)
    .filter(({ permissionType }) => permissionType !== 'application')
  return {
    ok: true,
    scopes: sets.map((set) => scopeOf(set, tenant.snapshot.tenantId)),
    hasExclusions: list(found.excludes).length > 0,
  }
}

function scopeOf(set: Fields, tenantId: string): ConsentScope {
  const tenants = texts(set.clientApplicationTenantIds).map((each) => each.toLowerCase())
  const isOwn = tenants.length > 0 && tenants.every((each) => each === tenantId.toLowerCase())
  if (isOwn || isListed(set.clientApplicationIds)) return 'chosen-applications'
  if (set.permissionClassification === 'low') return 'low-impact'
  return isListed(set.permissions) ? 'listed-permissions' : 'any'
}

/** The single value `all` stands for every value, and so does an empty list. */
const isListed = (values: unknown): boolean => texts(values).length > 0 && !texts(values).includes('all')
