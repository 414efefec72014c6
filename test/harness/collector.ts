import type { App } from '../../src/app.ts'
import type { Snapshot } from '../../src/engine/model.ts'
import type { CollectOptions } from '../../src/tenant/collect.ts'
import { assessTenant } from '../../src/tenant/reader/assess.ts'

/** Reads a tenant, as `collectSnapshot` does. */
export type Collector = (options: CollectOptions) => Promise<Snapshot>

/** Assesses what a stand-in reads, in this process; everything but the reading is as in a reader of its own. */
export const assessBy =
  (collect: Collector): App['assessTenant'] =>
  ({ host, signal, ...job }) =>
    assessTenant(collect, job, host, signal)
