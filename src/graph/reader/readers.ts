import type { Log } from '../../platform/log.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import { MAX_SIZES, SHARED_SIZES, type Sizes, tooLargeFailure } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import type { Assessed, AssessHost, AssessJob } from './assess.ts'
import { createFairPlaces } from './fair-places.ts'
import { type Reader, ReaderDied, startReader } from './reader.ts'

/** A run to be carried out. */
export interface AssessRequest extends AssessJob {
  /** For whom it is: the readers of large tenants are shared out between partners in turn. */
  partnerId: string
  /** Which attempt of the run this is, from 1. */
  attempt: number
  host: AssessHost
  signal?: AbortSignal
}

export interface Readers {
  /**
   * Reads and evaluates a tenant in a process apart from this one. Throws `CollectFailure` where the run has failed for
   * good, what the host has thrown, the signal's reason, and anything else for what is to be tried again.
   */
  assess(source: TenantSource, request: AssessRequest): Promise<Assessed>
  /** Ends all readers. */
  close(): Promise<void>
}

export interface ReadersOptions {
  log: Log
  /** All that readers get to see of our environment. */
  environment: Readonly<Record<string, string>>
  /** These are for tests. */
  sharedSizes?: Sizes
  maxSizes?: Sizes
  sharedMemoryMb?: number
  ownMemoryMb?: number
  idleMs?: number
  pingMs?: number
  entry?: string
}

/** Readers for one run alone at the same time, beside the one that carries many. */
const OWN_READERS = 2
/** With less, the engine collects garbage harder: a large tenant takes a fifth more processor time. */
const SHARED_MEMORY_MB = 1_024
const OWN_MEMORY_MB = 1_024
/** A reader without work is ended: it holds 50 MB, and a new one is there in half a second. */
const IDLE_MS = 30_000
/** Attempts after this one are alone: whatever ended the process twice may have been this tenant. */
const SHARED_ATTEMPTS = 2

/** How long a tenant is read alone once it had to be. */
const APART_MS = 3_600_000
const MAX_APART = 1_000

/**
 * One reader carries the runs of tenants of usual size, all at once. A run that outgrows it goes on in a reader of its
 * own, from what it has read. If a reader dies, its runs go on alone as well: only the one that was the cause can fail.
 */
export function openReaders(options: ReadersOptions): Readers {
  const {
    log,
    environment,
    entry,
    pingMs,
    idleMs = IDLE_MS,
    sharedSizes = SHARED_SIZES,
    maxSizes = MAX_SIZES,
  } = options
  const { sharedMemoryMb = SHARED_MEMORY_MB, ownMemoryMb = OWN_MEMORY_MB } = options
  const places = createFairPlaces(OWN_READERS)
  const open = new Set<Reader>()
  const apart = new Map<string, number>()
  let shared: Reader | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  function start(memoryMb: number): Reader {
    if (isClosed) throw new Error('the service is stopping')
    const reader = startReader({
      memoryMb,
      environment,
      ...(entry !== undefined && { entry }),
      ...(pingMs !== undefined && { pingMs }),
    })
    open.add(reader)
    void reader.ended.then((died) => {
      open.delete(reader)
      if (shared === reader) shared = undefined
      if (died) log.error({ error: died, runs: reader.busy() }, 'a process that reads tenants has ended')
    })
    return reader
  }

  async function assessShared(source: TenantSource, request: AssessRequest): Promise<Assessed> {
    const { host, signal, partnerId: _, attempt: __, ...job } = request
    clearTimeout(idle)
    shared ??= start(sharedMemoryMb)
    const reader = shared
    try {
      return await reader.carryOut({ source, job, host, sizes: sharedSizes, ...(signal && { signal }) })
    } finally {
      if (reader === shared && reader.busy() === 0) idle = setTimeout(endShared, idleMs).unref()
    }
  }

  function endShared(): void {
    const reader = shared
    if (!reader || reader.busy() > 0) return
    shared = undefined
    void reader.end()
  }

  async function assessAlone(source: TenantSource, request: AssessRequest): Promise<Assessed> {
    const { host, signal, partnerId, attempt: _, ...job } = request
    const giveBack = await places.take(partnerId, signal)
    try {
      const reader = start(ownMemoryMb)
      try {
        return await reader.carryOut({ source, job, host, sizes: maxSizes, ...(signal && { signal }) })
      } finally {
        await reader.end()
      }
    } catch (error) {
      if (!(error instanceof ReaderDied) || isClosed) throw error
      throw error.death === 'memory' ? tooLargeFailure() : brokenFailure()
    } finally {
      giveBack()
    }
  }

  async function assess(source: TenantSource, request: AssessRequest): Promise<Assessed> {
    const tenant = request.tenantId.toLowerCase()
    const isKnown = (apart.get(tenant) ?? 0) > Date.now()
    if (isKnown || request.attempt > SHARED_ATTEMPTS) return await assessAlone(source, request)
    let isSuspect = false
    try {
      return await assessShared(source, request)
    } catch (error) {
      isSuspect = error instanceof ReaderDied
      if (isClosed || !(isSuspect || isTooLarge(error))) throw error
    }
    if (apart.size >= MAX_APART) apart.clear()
    apart.set(tenant, Date.now() + APART_MS)
    const assessed = await assessAlone(source, request)
    // It was not the one that the shared reader died of.
    if (isSuspect) apart.delete(tenant)
    return assessed
  }

  return {
    assess,
    async close() {
      isClosed = true
      clearTimeout(idle)
      await Promise.all([...open].map((reader) => reader.end()))
    },
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof CollectFailure && error.code === 'TENANT_TOO_LARGE'

const brokenFailure = (): CollectFailure =>
  new CollectFailure(
    'INTERNAL_ERROR',
    'Reading this tenant failed on our side, and trying again did not help. Contact support with the id of the run.',
  )
