import { dataset } from '../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { DEFAULT_THRESHOLDS, type Parameters } from '../../src/engine/model/check.ts'
import type { Snapshot, SnapshotResponse } from '../../src/engine/model/snapshot.ts'
import type { TenantReading } from '../../src/engine/model/tenant-reading.ts'

const NOW = '2026-03-01T00:00:00Z'

export const PARAMETERS: Parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: NOW }

/** The value of a declared dataset; for those read once per object `'groupMembers/<id>'`. */
export type Values = Readonly<Record<string, unknown>>

export interface Refusal {
  refused: number
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** A reading that failed with this status, instead of a value. */
export const refused = (status = 403): Refusal => ({ refused: status })

/** A snapshot with exactly these responses; everything else was not read. */
export function snapshotOf(values: Values, tenantId = '11111111-1111-4111-8111-111111111111'): Snapshot {
  const responses: Record<string, SnapshotResponse> = {}
  for (const [name, value] of Object.entries(values)) {
    const [key = name, id] = name.split('/')
    responses[snapshotKey(dataset(key), id)] = isRefusal(value)
      ? { status: value.refused, collectedAt: NOW, error: { code: 'Refused', message: 'refused' } }
      : { status: 200, collectedAt: NOW, value }
  }
  return { format: 'plumbline-snapshot/1', tenantId, collectedAt: NOW, responses }
}

export const tenantOf = (values: Values): TenantReading => readTenant(snapshotOf(values))

/** Licences with these service plans. */
export const skus = (...plans: string[]): unknown[] => [
  {
    skuPartNumber: 'TEST',
    capabilityStatus: 'Enabled',
    prepaidUnits: { enabled: 100 },
    servicePlans: plans.map((servicePlanName) => ({ servicePlanName, provisioningStatus: 'Success' })),
  },
]
