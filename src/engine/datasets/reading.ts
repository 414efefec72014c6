import { fields, list, text } from '../../shared/json.ts'
import type { Parameters } from '../model/check.ts'
import type { Snapshot, SnapshotResponse } from '../model/snapshot.ts'
import type { Reading, TenantReading } from '../model/tenant-reading.ts'
import { dataset, datasetAt } from './catalogue.ts'
import { type Dataset, snapshotKey } from './dataset.ts'
import { noLicenceFor } from './service-plans.ts'

/** Wraps a snapshot for the checks. */
export function readTenant(snapshot: Snapshot): TenantReading {
  const tenant: TenantReading = {
    snapshot,
    read: (key) => readKey(tenant, key),
    hasServicePlan: (names) => {
      const plans = servicePlans(tenant)
      return plans && names.some((name) => plans.has(name))
    },
  }
  return tenant
}

/** The reading of a declared dataset; with `id` for datasets that are read once per object. */
export function readDataset(tenant: TenantReading, key: string, id?: string): Reading {
  return tenant.read(snapshotKey(dataset(key), id))
}

/** Whether a declared dataset was requested for this object, successfully or not. */
export const hasResponse = ({ snapshot }: TenantReading, key: string, id: string): boolean =>
  Object.hasOwn(snapshot.responses, snapshotKey(dataset(key), id))

/** Caches a function of a tenant, so that it is computed once per tenant for all checks. */
export function perTenant<T>(compute: (tenant: TenantReading) => T): (tenant: TenantReading) => T {
  const cache = new WeakMap<TenantReading, { value: T }>()
  return (tenant) => {
    let entry = cache.get(tenant)
    if (!entry) {
      entry = { value: compute(tenant) }
      cache.set(tenant, entry)
    }
    return entry.value
  }
}

/** Caches a function of a tenant and the parameters of an evaluation. */
export function perEvaluation<T>(
  compute: (tenant: TenantReading, parameters: Parameters) => T,
): (tenant: TenantReading, parameters: Parameters) => T {
  const cache = new WeakMap<Parameters, (tenant: TenantReading) => T>()
  return (tenant, parameters) => {
    const known = cache.get(parameters) ?? perTenant((each) => compute(each, parameters))
    cache.set(parameters, known)
    return known(tenant)
  }
}

function readKey(tenant: TenantReading, key: string): Reading {
  const response = tenant.snapshot.responses[key]
  if (!response) return { ok: false, key, verdict: 'no_visibility', reason: `The snapshot lacks ${nameAt(key)}.` }
  const { status, value, collectedAt } = response
  if (status >= 200 && status < 300 && value !== undefined) {
    if (Array.isArray(value) && value.length === 0 && hidesMembers(tenant, key)) {
      return {
        ok: false,
        key,
        verdict: 'no_visibility',
        reason: 'A group hides its members; grant Member.Read.Hidden.',
      }
    }
    return { ok: true, key, value, evidence: { dataset: key, pointer: '', collectedAt } }
  }
  const declared = datasetAt(key)
  if (status === 404 && declared?.emptyIfGone)
    return { ok: true, key, value: [], evidence: { dataset: key, pointer: '', collectedAt } }
  const plans = declared?.servicePlans
  if (plans && tenant.hasServicePlan(plans) === false) {
    return { ok: false, key, verdict: 'not_licensed', reason: `The tenant has ${noLicenceFor(plans)}.` }
  }
  return { ok: false, key, verdict: 'no_visibility', reason: failureReason(response, nameAt(key), declared) }
}

/** Without `Member.Read.Hidden`, Graph returns an empty list for a group that hides its members. */
function hidesMembers({ snapshot }: TenantReading, key: string): boolean {
  const groupId = datasetAt(key)?.key === 'groupMembers' ? key.split('/').at(-2) : undefined
  if (groupId === undefined || snapshot.permissions?.includes('Member.Read.Hidden')) return false
  const { visibility } = fields(snapshot.responses[snapshotKey(dataset('groups'), groupId)]?.value)
  return visibility === 'HiddenMembership'
}

/** What people call the dataset with this snapshot key; results show paths only as evidence. */
const nameAt = (key: string): string => datasetAt(key)?.name ?? key

/** Whether a text is one of the reasons that `readKey` gives where something could not be read. */
export const isFailedReading = (text: string): boolean => FAILED_READING.test(text)

const FAILED_READING =
  /^(Reading .+ was refused|Reading .+ failed with status |The tenant's API kept throttling |The tenant's API did not answer |The snapshot lacks |A group hides its members)/

function failureReason({ status, error }: SnapshotResponse, name: string, declared: Dataset | undefined): string {
  if (status === 401 || status === 403) {
    return `Reading ${name} was refused${declared ? `: grant ${declared.permission}` : ''}.`
  }
  if (status === 429) return `The tenant's API kept throttling requests for ${name} until the run's deadline.`
  if (status === 0) return `The tenant's API did not answer requests for ${name}.`
  return `Reading ${name} failed with status ${status}${error ? `: ${error.message}` : ''}.`
}

/** Names of the service plans the tenant has; undefined if its licences could not be read. */
const servicePlans = perTenant((tenant): ReadonlySet<string> | undefined => {
  const response = tenant.snapshot.responses[snapshotKey(dataset('subscribedSkus'))]
  return Array.isArray(response?.value) ? servicePlansIn(response.value) : undefined
})

/** Names of the usable service plans in the value of `subscribedSkus`. */
export function servicePlansIn(skus: readonly unknown[]): Set<string> {
  const names = new Set<string>()
  for (const sku of skus.map(fields)) {
    const status = text(sku.capabilityStatus) ?? 'Enabled'
    if (status !== 'Enabled' && status !== 'Warning') continue
    for (const plan of list(sku.servicePlans).map(fields)) {
      const name = text(plan.servicePlanName)
      if (name !== undefined && plan.provisioningStatus !== 'Disabled') names.add(name)
    }
  }
  return names
}
