import { CHECKS } from '../engine/checks/catalogue.ts'
import { datasetAt } from '../engine/datasets/catalogue.ts'
import type { Dataset } from '../engine/datasets/dataset.ts'
import { readTenant } from '../engine/datasets/reading.ts'
import { isUnknown } from '../engine/evaluation/unknowns.ts'
import { DEFAULT_THRESHOLDS } from '../engine/model/check.ts'
import type { Snapshot } from '../engine/model/snapshot.ts'
import type { TenantReading } from '../engine/model/tenant-reading.ts'
import { findMissingAccess, LICENCES_DATASET, type Visibility } from '../engine/visibility/visibility.ts'
import { modelTenant } from './model-tenant.ts'

/** Looked up once: the generator evaluates the model tenant thousands of times. */
const DATASET_AT = new Map(Object.keys(modelTenant().responses).map((key) => [key, datasetAt(key)]))

/**
 * Those of the checks that see what they need. The checks themselves are asked: they evaluate the model tenant without
 * what this visibility hides. The visibility table is made in this way, and tests compare it with this.
 */
export function findSeeing(checks: Iterable<string>, visibility: Visibility): Set<string> {
  const tenant = readTenant(hide(visibility))
  return new Set([...checks].filter((id) => sees(id, tenant)))
}

/** Whether one check sees what it needs, and what that depends on. */
export function traceCheck(id: string, visibility: Visibility): Trace {
  const datasets = new Set<Dataset>()
  const licencesAsked: (readonly string[])[] = []
  const tenant = readTenant(hide(visibility))
  const traced: TenantReading = {
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
  }
  return { sees: sees(id, traced), datasets, licencesAsked }
}

interface Trace {
  sees: boolean
  /** Those that the check read, or tried to. */
  datasets: ReadonlySet<Dataset>
  /** Each by its service plans, any one of which is enough. */
  licencesAsked: readonly (readonly string[])[]
}

/** A check that throws sees nothing, as in a run. */
function sees(id: string, tenant: TenantReading): boolean {
  const parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: tenant.snapshot.collectedAt }
  try {
    const result = CHECKS.get(id)?.evaluate(tenant, parameters)
    // A check that sees nothing may leave its question to people: it has a verdict then, but no evidence.
    return result !== undefined && !isUnknown(result.verdict) && result.evidence.length > 0
  } catch {
    return false
  }
}

/** The model tenant as a collection with this visibility would have read it. */
function hide(visibility: Visibility): Snapshot {
  const model = modelTenant()
  const { collectedAt } = model
  const responses = Object.entries(model.responses).map(([key, response]) => {
    const found = DATASET_AT.get(key)
    if (found?.key === LICENCES_DATASET) return [key, { ...response, ...readLicences(visibility) }] as const
    if (!found || !findMissingAccess(found, visibility)) return [key, response] as const
    return [key, { status: 403, collectedAt, error: { code: 'Forbidden', message: 'It cannot be seen.' } }] as const
  })
  return { ...model, responses: Object.fromEntries(responses) }
}

/** What the reading of the licences comes to. */
function readLicences({ servicePlans }: Visibility): Partial<Snapshot['responses'][string]> {
  if (!servicePlans) return { status: 403, value: undefined }
  return { value: [{ servicePlans: servicePlans.map((servicePlanName) => ({ servicePlanName })) }] }
}
