import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { Problem } from '../../shared/problem.ts'
import type { Log } from '../log.ts'
import { createFairQueue } from './fair-queue.ts'

/** Work for a thread of its own: parsing or drawing that could take long, take much memory, or crash. */
export interface IsolatedTask<Output> {
  /** The module that does it: its default export takes the input and returns the output, both plain data. */
  file: URL
  /** From start to end, including the start of the thread. A task that takes longer is ended with its thread. */
  deadlineMs: number
  /** Compares what the thread returned with the type of the output. Throws where it is something else. */
  parse: (output: unknown) => Output
}

export interface IsolatedPool {
  /**
   * Runs a task in a thread, when it is the owner's turn. A signal takes a task that still waits out of the queue.
   * Throws SERVICE_UNAVAILABLE where too many wait, where the signal fired, and during shutdown; `IsolatedFailure` where
   * the task threw, ran out of memory, crashed its thread, or passed its deadline.
   */
  run<Output>(
    task: IsolatedTask<Output>,
    input: unknown,
    turn: { owner: string; signal?: AbortSignal | undefined },
  ): Promise<Output>
  /** Ends all threads; what runs or waits fails. */
  close(): Promise<void>
}

export interface IsolatedPoolOptions {
  log: Log
  /** By default one, or two where the machine has more than two processors. */
  threads?: number
  /** Tasks of one owner that may wait. */
  maxPerOwner?: number
  /** Tasks of all owners that may wait. */
  maxTotal?: number
  /** How long a thread stays without work. */
  idleMs?: number
  /** Limit on the JavaScript heap of a thread. */
  heapMib?: number
}

/** A task that did not end well. Its cause is what the task threw, or how its thread ended. */
export class IsolatedFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'IsolatedFailure'
  }
}

const MAX_PER_OWNER = 20
const MAX_TOTAL = 100
const IDLE_MS = 30_000
const HEAP_MIB = 192
const YOUNG_GENERATION_MIB = 16
const NICE = 5
const RETRY_SECONDS = '10'

/** One task per thread; a thread is started when it is first needed, and holds neither settings nor connections. */
export function createIsolatedPool(options: IsolatedPoolOptions): IsolatedPool {
  const { log, threads = availableParallelism() > 2 ? 2 : 1, idleMs = IDLE_MS, heapMib = HEAP_MIB } = options
  const { maxPerOwner = MAX_PER_OWNER, maxTotal = MAX_TOTAL } = options
  const queue = createFairQueue<PromiseWithResolvers<void>>({ maxPerOwner, maxTotal })
  let pool: Promise<Piscina> | undefined
  let running = 0
  let closed = false

  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina')
    const opened = new Piscina({
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // Nothing of this process: no settings, no flags. The folder of compiled code makes a thread start faster.
      env: compileCache(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
      recordTiming: false,
      // Where both want the same processor, requests go first. Elsewhere than on Linux it would slow the whole process.
      niceIncrement: process.platform === 'linux' ? NICE : 0,
    })
    // A thread that fails between two tasks fails none of them; without a listener it would end the process.
    opened.on('error', (error: unknown) => log.warn({ error }, 'an idle thread failed'))
    return opened
  }

  // The queue stands before the pool, not inside: a task's deadline begins when it starts, and where a thread dies,
  // the tasks that wait must not wait for the next call to start another.
  const startNext = (): void => {
    while (running < threads) {
      const next = queue.shift()
      if (!next) return
      running += 1
      next.resolve()
    }
  }

  const takeTurn = async (owner: string, signal: AbortSignal | undefined): Promise<void> => {
    if (closed || signal?.aborted) throw unavailable()
    const place = Promise.withResolvers<void>()
    queue.push(owner, place)?.reject(unavailable())
    const leave = (): void => {
      queue.remove(owner, place)
      place.reject(unavailable())
    }
    signal?.addEventListener('abort', leave, { once: true })
    startNext()
    try {
      await place.promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    async run(task, input, { owner, signal }) {
      await takeTurn(owner, signal)
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), task.deadlineMs)
      try {
        if (closed) throw unavailable()
        pool ??= open()
        const threadPool = await pool
        const place = { filename: fileURLToPath(task.file), signal: deadline.signal }
        const output: unknown = await threadPool.run(input, place)
        return task.parse(output)
      } catch (error) {
        if (closed || error instanceof Problem) throw unavailable()
        const says = deadline.signal.aborted ? `passed its deadline of ${task.deadlineMs} ms` : 'failed in its thread'
        throw new IsolatedFailure(`a task ${says}`, error)
      } finally {
        clearTimeout(timer)
        running -= 1
        startNext()
      }
    },
    async close() {
      closed = true
      for (let next = queue.shift(); next; next = queue.shift()) next.reject(unavailable())
      await (await pool)?.destroy()
    },
  }
}

const unavailable = (): Problem => new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': RETRY_SECONDS } })

/** The folder in which this process keeps compiled code, for its threads to use as well. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  // Node adds a folder for its own version to the one it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
