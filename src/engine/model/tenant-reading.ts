import type { Snapshot } from './snapshot.ts'

/** Typed access to a snapshot, created by `readTenant` in `datasets/reading.ts`. */
export interface TenantReading {
  snapshot: Snapshot
  /** The response under this snapshot key, or why there is nothing to evaluate. */
  read(key: string): Reading
  /** Whether the tenant has one of these service plans; undefined if its licences could not be read. */
  hasServicePlan(names: readonly string[]): boolean | undefined
}

export type Reading =
  | { ok: true; key: string; value: unknown; evidence: Evidence }
  | { ok: false; key: string; verdict: 'no_visibility' | 'not_licensed'; reason: string }

/** Where the facts behind a verdict were read: a snapshot key and a JSON pointer into its value. */
export interface Evidence {
  dataset: string
  pointer: string
  collectedAt: string
}
