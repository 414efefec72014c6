/** One response of the tenant's API. `value` is present only for a 2xx; `status` 0 means that no response arrived. */
export interface SnapshotResponse {
  status: number
  collectedAt: string
  value?: unknown
  /** How many strings in `value` were too long and were truncated; absent if none was. */
  truncated?: number
  error?: { code: string; message: string }
}

/** The tenant's API responses, with nothing derived. Keys are method and path without query: `GET /v1.0/users`. */
export interface Snapshot {
  format: 'plumbline-snapshot/1'
  tenantId: string
  collectedAt: string
  /** Application permissions that were granted; absent in snapshots of earlier versions. */
  permissions?: string[]
  responses: Record<string, SnapshotResponse>
}
