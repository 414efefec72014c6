import type { Log } from '../../platform/log.ts'
import type { RateLeases } from '../../platform/rates/leases.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import { MAX_SIZES, SHARED_SIZES, type Sizes, tooLargeFailure } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import type { Assessed, AssessHost, AssessJob } from './assess.ts'
import { createFairSemaphore } from './fair-semaphore.ts'
import { createLender } from './lender.ts'
import { type Reader, ReaderExited, type ReaderRun, startReader } from './reader.ts'

/** A run to execute. */
export interface AssessRequest extends AssessJob {
  /** The partner of the run: partners share the readers of large tenants in turn. */
  partnerId: string
  /** Number of this attempt of the run, from 1. */
  attempt: number
  host: AssessHost
  signal?: AbortSignal
}

export interface Readers {
  /**
   * Reads and evaluates a tenant in another process. Throws `CollectFailure` if the run has failed for good, errors of
   * the host, the signal's reason, and other errors if the run should be retried.
   */
  assess(source: TenantSource, request: AssessRequest): Promise<Assessed>
  /** Ends all readers. */
  close(): Promise<void>
}

export interface ReadersOptions {
  log: Log
  /** The only environment variables that readers receive. */
  environment: Readonly<Record<string, string>>
  /** Through which processes share the limits of tenants; by default each reader applies them alone. */
  leases?: RateLeases
  /** The following are for tests. */
  sharedSizes?: Sizes
  maxSizes?: Sizes
  sharedMemoryMb?: number
  ownMemoryMb?: number
  idleMs?: number
  pingMs?: number
  entry?: string
}

/** Maximum number of readers that execute a single run each, in addition to the shared one. */
const OWN_READERS = 2
/** With less memory, a large tenant takes a fifth more processor time, for garbage collection. */
const SHARED_MEMORY_MB = 1_024
const OWN_MEMORY_MB = 1_024
/** An idle reader is ended: it takes 50 MB, and a new one starts in half a second. */
const IDLE_MS = 30_000
/** Later attempts run alone: this tenant may be why the shared reader exited twice. */
const SHARED_ATTEMPTS = 2

/** How long a tenant that needed its own reader keeps getting one. */
const ALONE_MS = 3_600_000
const MAX_ALONE = 1_000

/**
 * One shared reader executes all runs of tenants of usual size. A run that outgrows it continues in a reader of its own,
 * from what it has read. If the shared reader exits, its runs continue alone as well, so that only the run that caused it
 * can fail.
 */
export function openReaders(options: ReadersOptions): Readers {
  const pool = new ReaderPool(options)
  return { assess: (source, request) => pool.assess(source, request), close: () => pool.close() }
}

class ReaderPool {
  readonly #options: ReadersOptions
  readonly #ownReaders = createFairSemaphore(OWN_READERS)
  readonly #open = new Set<Reader>()
  /** Until when tenants are read alone, by tenant id. */
  readonly #aloneUntil = new Map<string, number>()
  #shared: Reader | undefined
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ReadersOptions) {
    this.#options = options
  }

  async assess(source: TenantSource, request: AssessRequest): Promise<Assessed> {
    const tenant = request.tenantId.toLowerCase()
    const isKnown = (this.#aloneUntil.get(tenant) ?? 0) > Date.now()
    if (isKnown || request.attempt > SHARED_ATTEMPTS) return await this.#assessAlone(source, request)
    let isSuspect = false
    try {
      return await this.#assessShared(source, request)
    } catch (error) {
      isSuspect = error instanceof ReaderExited
      if (this.#isClosed || !(isSuspect || isTooLarge(error))) throw error
    }
    if (this.#aloneUntil.size >= MAX_ALONE) this.#aloneUntil.clear()
    this.#aloneUntil.set(tenant, Date.now() + ALONE_MS)
    const assessed = await this.#assessAlone(source, request)
    // It succeeded, so it was not the run that ended the shared reader.
    if (isSuspect) this.#aloneUntil.delete(tenant)
    return assessed
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await Promise.all([...this.#open].map((reader) => reader.end()))
  }

  async #assessShared(source: TenantSource, request: AssessRequest): Promise<Assessed> {
    const { sharedSizes = SHARED_SIZES, sharedMemoryMb = SHARED_MEMORY_MB, idleMs = IDLE_MS } = this.#options
    clearTimeout(this.#idle)
    this.#shared ??= this.#start(sharedMemoryMb)
    const reader = this.#shared
    try {
      return await reader.execute(this.#toRun(source, request, sharedSizes))
    } finally {
      if (reader === this.#shared && reader.runCount() === 0)
        this.#idle = setTimeout(() => this.#endShared(), idleMs).unref()
    }
  }

  #endShared(): void {
    const reader = this.#shared
    if (!reader || reader.runCount() > 0) return
    this.#shared = undefined
    void reader.end()
  }

  async #assessAlone(source: TenantSource, request: AssessRequest): Promise<Assessed> {
    const { maxSizes = MAX_SIZES, ownMemoryMb = OWN_MEMORY_MB } = this.#options
    const release = await this.#ownReaders.acquire(request.partnerId, request.signal)
    try {
      const reader = this.#start(ownMemoryMb)
      try {
        return await reader.execute(this.#toRun(source, request, maxSizes))
      } finally {
        await reader.end()
      }
    } catch (error) {
      if (!(error instanceof ReaderExited) || this.#isClosed) throw error
      throw error.exitCause === 'memory' ? tooLargeFailure() : brokenFailure()
    } finally {
      release()
    }
  }

  #toRun(source: TenantSource, request: AssessRequest, sizes: Sizes): ReaderRun {
    const { host, signal, partnerId: _, attempt: __, ...job } = request
    const { leases } = this.#options
    const lender = leases && createLender(leases, source, job.tenantId)
    return { source, job, host, sizes, ...(lender && { lender }), ...(signal && { signal }) }
  }

  #start(memoryMb: number): Reader {
    if (this.#isClosed) throw new Error('the service is stopping')
    const { log, environment, entry, pingMs } = this.#options
    const reader = startReader({
      memoryMb,
      environment,
      ...(entry !== undefined && { entry }),
      ...(pingMs !== undefined && { pingMs }),
    })
    this.#open.add(reader)
    void reader.exited.then((error) => {
      this.#open.delete(reader)
      if (this.#shared === reader) this.#shared = undefined
      if (error)
        log.error({ event: 'reader.exited', error, runs: reader.runCount() }, 'a reader process exited unexpectedly')
    })
    return reader
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof CollectFailure && error.code === 'TENANT_TOO_LARGE'

const brokenFailure = (): CollectFailure =>
  new CollectFailure(
    'INTERNAL_ERROR',
    'Reading this tenant failed on our side, and trying again did not help. Contact support with the id of the run.',
  )
