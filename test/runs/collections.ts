import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import type { CollectOptions } from '../../src/graph/collection/collect.ts'
import type { Collector } from '../harness/collector.ts'
import { eventually } from './eventually.ts'

/** A reading of a tenant that continues until the test ends it. */
interface Collection {
  options: CollectOptions
  /** Succeeds; `collectedAt` distinguishes this snapshot from others. */
  finish(collectedAt?: string): void
  fail(error: Error): void
}

export const emptySnapshot = (tenantId: string, collectedAt = '2026-01-01T00:00:00.000Z'): Snapshot => ({
  format: 'plumbline-snapshot/1',
  tenantId,
  collectedAt,
  responses: {},
})

/** A collector that the test controls; `next` waits for the start of collection `n`, counted from 0. */
export function controlledCollect(): {
  collect: Collector
  begun: Collection[]
  nth(n: number): Promise<Collection>
} {
  const begun: Collection[] = []
  return {
    begun,
    collect: (options) => {
      const { promise, resolve, reject } = Promise.withResolvers<Snapshot>()
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      begun.push({
        options,
        finish: (collectedAt) => resolve(emptySnapshot(options.tenantId, collectedAt)),
        fail: reject,
      })
      return promise
    },
    nth: (n) => eventually(`collection ${n}`, async () => begun[n]),
  }
}
