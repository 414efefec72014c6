import { CHECKS } from '../engine/checks/catalogue.ts'
import { datasetAt } from '../engine/datasets/catalogue.ts'
import type { Dataset } from '../engine/datasets/dataset.ts'
import { readTenant } from '../engine/datasets/reading.ts'
import { kindOf } from '../engine/evaluation/evidence.ts'
import { DEFAULT_THRESHOLDS } from '../engine/model/check.ts'
import type { Snapshot, SnapshotResponse } from '../engine/model/snapshot.ts'
import type { TenantReading } from '../engine/model/tenant-reading.ts'
import { findMissingAccess, LICENCES_DATASET, type Visibility } from '../engine/visibility/visibility.ts'
import { fields, list } from '../shared/json.ts'
import { modelTenants, tenantWithOwnConsentPolicy } from './model-tenant.ts'
import { hideDetails } from './responses/hidden-details.ts'

/** Looked up once: the generator evaluates the model tenants thousands of times. */
const DATASET_AT = new Map(
  modelTenants().flatMap(({ responses }) => Object.keys(responses).map((key) => [key, datasetAt(key)] as const)),
)

const ownConsentPolicy = tenantWithOwnConsentPolicy()

/**
 * The checks that can read what they need in every model tenant, after everything that this visibility does not cover
 * was hidden. The generator of the visibility table uses this function, and tests compare the table with it.
 */
export function findReadableChecks(checks: Iterable<string>, visibility: Visibility): Set<string> {
  const tenants = modelTenants().map((model) => readTenant(maskSnapshot(model, visibility)))
  return new Set([...checks].filter((id) => tenants.every((tenant) => sees(id, tenant))))
}

/** Whether one check can read what it needs, and what that depends on. */
export function traceCheck(id: string, visibility: Visibility): Trace {
  const datasets = new Set<Dataset>()
  const licencesAsked: (readonly string[])[] = []
  const trace = (model: Snapshot): boolean => {
    const tenant = readTenant(maskSnapshot(model, visibility))
    return sees(id, {
      ...tenant,
      read(key) {
        const found = DATASET_AT.get(key) ?? datasetAt(key)
        if (found) datasets.add(found)
        return tenant.read(key)
      },
      hasServicePlan(names) {
        licencesAsked.push(names)
        return tenant.hasServicePlan(names)
      },
    })
  }
  // Traces all of them, even after one in which the check cannot read enough.
  const seen = modelTenants().map(trace)
  trace(ownConsentPolicy)
  return { sees: !seen.includes(false), datasets, licencesAsked }
}

interface Trace {
  sees: boolean
  /** The datasets that the check read, or tried to read. */
  datasets: ReadonlySet<Dataset>
  /** Licences that the check asked for, each by its service plans, any one of which is enough. */
  licencesAsked: readonly (readonly string[])[]
}

/** A check that throws is treated as unable to read, as in a run. */
function sees(id: string, tenant: TenantReading): boolean {
  const parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: tenant.snapshot.collectedAt }
  try {
    const result = CHECKS.get(id)?.evaluate(tenant, parameters)
    // A check without data may leave its question to people, and then has a verdict but no evidence. A check that found
    // nothing where it looked has read what it needs.
    return result !== undefined && result.evidence.length > 0 && kindOf(result) !== 'blind'
  } catch {
    return false
  }
}

/**
 * A model tenant as a collection with this visibility would have read it. Responses are masked on first access, because
 * the generator tries many thousands of combinations, and each check reads only a few datasets.
 */
function maskSnapshot(model: Snapshot, visibility: Visibility): Snapshot {
  const masked = new Map<string, SnapshotResponse>()
  const responses = new Proxy(model.responses, {
    get(all, key) {
      const response = typeof key === 'string' ? all[key] : undefined
      if (typeof key !== 'string' || response === undefined) return undefined
      const known = masked.get(key) ?? maskResponse(key, response, visibility)
      masked.set(key, known)
      return known
    },
  })
  return { ...model, responses }
}

function maskResponse(key: string, response: SnapshotResponse, visibility: Visibility): SnapshotResponse {
  const found = DATASET_AT.get(key)
  if (!found) return response
  if (found.key === LICENCES_DATASET) return { ...response, ...readLicences(visibility) }
  if (findMissingAccess(found, visibility)) {
    const error = { code: 'Forbidden', message: 'Hidden by the visibility.' }
    return { status: 403, collectedAt: response.collectedAt, error }
  }
  if (!found.reveals) return response
  return { ...response, value: hideDetails(found, visibility.permissions, list(response.value).map(fields)) }
}

/** The response to reading the licences. */
function readLicences({ servicePlans }: Visibility): Partial<SnapshotResponse> {
  if (!servicePlans) return { status: 403, value: undefined }
  return { value: [{ servicePlans: servicePlans.map((servicePlanName) => ({ servicePlanName })) }] }
}
