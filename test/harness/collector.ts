import type { App } from '../../src/app.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import type { CollectOptions } from '../../src/graph/collection/collect.ts'
import { assessTenant } from '../../src/graph/reader/assess.ts'

/** Reads a tenant, as `collectSnapshot` does. */
export type Collector = (options: CollectOptions) => Promise<Snapshot>

/** Assesses tenants in this process with a stand-in that reads them; the rest is the code of a real reader. */
export const assessBy =
  (collect: Collector): App['assessTenant'] =>
  ({ host, signal, ...job }) =>
    assessTenant(collect, job, host, signal)
