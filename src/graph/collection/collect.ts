import { DATASETS } from '../../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../../engine/datasets/dataset.ts'
import type { Snapshot, SnapshotResponse } from '../../engine/model/snapshot.ts'
import type { Graph } from '../client/graph-client.ts'
import { limitersOf } from '../client/rate-classes.ts'
import type { RequestTrace } from '../client/request-spans.ts'
import type { SharedPace } from '../client/shared-pace.ts'
import { openTokenSession } from '../token/token.ts'
import { unreachableFailure } from '../token/token-failures.ts'
import { type Connections, openHttpClient } from '../transport/http-client.ts'
import type { MemoryShare } from '../transport/memory-budget.ts'
import { MAX_SIZES, openAllowance, type Sizes } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import { type Clock, startTimeLimits, systemClock } from '../transport/time-limits.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Journal, openJournal } from './journal.ts'
import { readEach, readSingle } from './read-dataset.ts'

export { CollectFailure } from '../transport/collect-failure.ts'

export interface CollectOptions {
  tenantId: string
  /** For the whole collection. */
  deadlineMs: number
  /** Called after every dataset, one call at a time. Errors end the collection and are passed on. */
  onProgress?: (progress: { done: number; of: number; dataset: string }) => void | Promise<void>
  /** What an earlier attempt has read, and where this one stores what it reads. */
  checkpoint?: Checkpoint
  /** By default the maximum for one run. */
  sizes?: Sizes
  signal?: AbortSignal
  /** Sent with each request to Graph. */
  trace?: RequestTrace
  clock?: Clock
  /** Shared with other collections; by default the collection opens its own. */
  connections?: Connections
  /** This collection's share of the memory that all collections of the process use; the caller ends it. */
  share?: MemoryShare
  /** The limits on requests that all processes share for this tenant. */
  pace?: SharedPace
}

type Entries = [key: string, response: SnapshotResponse][]

/**
 * Reads every declared dataset of a tenant. Failed reads are in the snapshot with their status and error. Throws
 * `CollectFailure` if nothing can be read at all or the tenant is too large, and the signal's reason if it is aborted.
 */
export async function collectSnapshot(source: TenantSource, options: CollectOptions): Promise<Snapshot> {
  const { tenantId, clock = systemClock, signal, deadlineMs, sizes = MAX_SIZES } = options
  signal?.throwIfAborted()
  let stop: (reason: unknown) => void = () => {}
  const allowance = openAllowance(sizes, (failure) => stop(failure), options.share)
  const journal = await openJournal(options.checkpoint, clock, allowance.take)
  const { connections, trace } = options
  const http = openHttpClient({ connections, ...(source.ca !== undefined && { ca: source.ca }), allowance })
  const { limits, end } = startTimeLimits(deadlineMs, clock, signal)
  stop = end
  let isComplete = false
  try {
    signal?.throwIfAborted()
    const baseUrl = source.graphUrl.replace(/\/+$/, '')
    const tokens = await openTokenSession(source, tenantId, http, limits)
    const graph: Graph = {
      baseUrl,
      http,
      tokens,
      limiters: limitersOf(clock, baseUrl, tenantId),
      limits,
      trace,
      pace: options.pace,
    }
    const entries = await Promise.race([readAll(graph, journal, reporter(options)), journal.failed])
    signal?.throwIfAborted()
    if (entries.every(([, response]) => response.status === 0)) throw noResponseFailure(entries)
    isComplete = true
    return {
      format: 'plumbline-snapshot/1',
      tenantId,
      collectedAt: new Date(clock.now()).toISOString(),
      permissions: tokens.roles().sort(),
      responses: Object.fromEntries(entries),
    }
  } finally {
    // After a failure, this also aborts requests that still run.
    end(new Error('The collection has ended.'))
    await http.close()
    await journal.close(isComplete)
  }
}

/** Starts all datasets at once. Those that need the ids of others wait for them; the rate limiters order the rest. */
async function readAll(graph: Graph, journal: Journal, report: (dataset: string) => Promise<void>): Promise<Entries> {
  const started = new Map<string, Promise<Entries>>()
  const read = (dataset: Dataset): Promise<Entries> => {
    const running = started.get(dataset.key) ?? readOne(dataset)
    started.set(dataset.key, running)
    return running
  }
  const readOne = async (dataset: Dataset): Promise<Entries> => {
    const entries = await readEntries(dataset)
    await report(dataset.key)
    return entries
  }
  const readEntries = async (dataset: Dataset): Promise<Entries> => {
    const { each } = dataset
    if (!each) return [[snapshotKey(dataset), await readSingle(graph, journal, dataset)]]
    const sources = DATASETS.filter((candidate) => each.of.includes(candidate.key))
    const values = (await Promise.all(sources.map(read))).flat().map(([, response]) => response.value)
    return readEach(graph, journal, dataset, each.ids(values))
  }
  return (await Promise.all(DATASETS.map(read))).flat()
}

/** Counts finished datasets and reports them one at a time. */
function reporter({ onProgress }: CollectOptions): (dataset: string) => Promise<void> {
  let done = 0
  let previous = Promise.resolve()
  return (dataset) => {
    previous = previous.then(async () => {
      done += 1
      await onProgress?.({ done, of: DATASETS.length, dataset })
    })
    return previous
  }
}

function noResponseFailure(entries: Entries) {
  const codes = new Set(entries.map(([, response]) => response.error?.code ?? 'no response'))
  return unreachableFailure("The tenant's API", [...codes].sort().join(', '))
}
