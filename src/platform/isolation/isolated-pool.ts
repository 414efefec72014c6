import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { Piscina } from 'piscina'
import { Problem } from '../../shared/problem.ts'
import type { Log } from '../log.ts'
import { compileCacheEnvironment } from './compile-cache.ts'
import { createFairQueue } from './fair-queue.ts'

/** Work for a separate thread: parsing or drawing that could take long, need much memory, or crash. */
export interface IsolatedTask<Output> {
  /** The module whose default export takes the input and returns the output, both plain data. */
  file: URL
  /** From start to end, including the start of the thread. A task that takes longer is terminated with its thread. */
  deadlineMs: number
  /** It takes milliseconds, so it goes before all tasks that take longer. */
  isShort?: true
  /** Validates what the thread returned. Throws if it does not have the type of the output. */
  parse: (output: unknown) => Output
}

/** Whose turn a task takes. The signal removes it from the queue while it waits. */
export interface Turn {
  owner: string
  signal?: AbortSignal | undefined
}

export interface IsolatedPool {
  /**
   * Runs a task in a thread when it is the owner's turn. Throws SERVICE_UNAVAILABLE if too many tasks wait, if it waited
   * too long, if the signal fired, and during shutdown; `IsolatedFailure` if the task threw, ran out of memory, crashed its
   * thread, or exceeded its deadline.
   */
  run<Output>(task: IsolatedTask<Output>, input: unknown, turn: Turn): Promise<Output>
  /** Terminates all threads; running and waiting tasks fail. */
  close(): Promise<void>
}

/** The path from which a thread loads a module; the argument is the path of its source. */
export type FindModule = (path: string) => string

export interface IsolatedPoolOptions {
  log: Log
  /** Called before a thread starts while none is running, so that all modules of a thread come from the same place. */
  findModules?: () => FindModule
  /** By default one, or two if the machine has more than two processors. */
  threads?: number
  /** Tasks of one owner that may wait. */
  maxPerOwner?: number
  /** Tasks of all owners that may wait. */
  maxTotal?: number
  /** How long a task may wait. */
  maxWaitMs?: number
  /** How long an idle thread stays alive. */
  idleMs?: number
  /** Limit on the JavaScript heap of a thread. */
  heapMib?: number
}

/** A task failed. The cause is what the task threw, or how its thread ended. */
export class IsolatedFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'IsolatedFailure'
  }
}

const MAX_PER_OWNER = 20
const MAX_TOTAL = 100
/** Together with its deadline, shorter than what clients wait for. */
const MAX_WAIT_MS = 15_000
const IDLE_MS = 30_000
const HEAP_MIB = 192
/** With a third of it, the page of a large report takes half as much processor time again, for garbage collections. */
const YOUNG_GENERATION_MIB = 48
const NICE = 10
const RETRY_SECONDS = '10'

/** Runs one task per thread. Threads start when needed, and have neither settings nor connections. */
export function createIsolatedPool(options: IsolatedPoolOptions): IsolatedPool {
  const { log, threads = availableParallelism() > 2 ? 2 : 1, idleMs = IDLE_MS, heapMib = HEAP_MIB } = options
  const { maxPerOwner = MAX_PER_OWNER, maxTotal = MAX_TOTAL, maxWaitMs = MAX_WAIT_MS } = options
  const limits = { maxPerOwner, maxTotal }
  const short = createFairQueue<PromiseWithResolvers<void>>(limits)
  const long = createFairQueue<PromiseWithResolvers<void>>(limits)
  let pool: Promise<Piscina> | undefined
  let findModule: FindModule = (path) => path
  let running = 0
  let closed = false

  const next = () => short.shift() ?? long.shift()

  // The queues are in front of the pool, not inside: a task's deadline begins when it starts, and waiting tasks must not
  // depend on the next call to replace a thread that died.
  const startNext = (): void => {
    while (running < threads) {
      const place = next()
      if (!place) return
      running += 1
      place.resolve()
    }
  }

  const takeTurn = async (queue: typeof short, owner: string, signal: AbortSignal | undefined): Promise<void> => {
    if (closed || signal?.aborted) throw unavailable()
    const place = Promise.withResolvers<void>()
    queue.push(owner, place)?.reject(unavailable())
    const leave = (): void => {
      queue.remove(owner, place)
      place.reject(unavailable())
    }
    signal?.addEventListener('abort', leave, { once: true })
    const timer = setTimeout(leave, maxWaitMs)
    startNext()
    try {
      await place.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    async run(task, input, { owner, signal }) {
      await takeTurn(task.isShort ? short : long, owner, signal)
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), task.deadlineMs)
      try {
        if (closed) throw unavailable()
        pool ??= openThreads({ log, threads, idleMs, heapMib })
        const threadPool = await pool
        if (threadPool.threads.length === 0) findModule = options.findModules?.() ?? findModule
        const place = { filename: findModule(fileURLToPath(task.file)), signal: deadline.signal }
        const output: unknown = await threadPool.run(input, place)
        return task.parse(output)
      } catch (error) {
        if (closed || error instanceof Problem) throw unavailable()
        const reason = deadline.signal.aborted
          ? `exceeded its deadline of ${task.deadlineMs} ms`
          : 'failed in its thread'
        throw new IsolatedFailure(`a task ${reason}`, error)
      } finally {
        clearTimeout(timer)
        running -= 1
        startNext()
      }
    },
    async close() {
      closed = true
      for (let place = next(); place; place = next()) place.reject(unavailable())
      await (await pool)?.destroy()
    },
  }
}

async function openThreads(
  options: Required<Pick<IsolatedPoolOptions, 'log' | 'threads' | 'idleMs' | 'heapMib'>>,
): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  // V8 prefers this flag to the limits of a thread, and `bin/memory.js` sets it for the main thread, whose heap has
  // its limits since the start of the process.
  setFlagsFromString('--max-semi-space-size=0')
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleMs,
    // No settings and no flags of this process. The compile cache makes a thread start faster.
    env: compileCacheEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.heapMib, maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
    recordTiming: false,
    // Requests have priority over threads. On systems other than Linux this would slow down the whole process.
    niceIncrement: process.platform === 'linux' ? NICE : 0,
  })
  // A thread that fails between two tasks does not make either of them fail. Without a listener, the error would end
  // the process.
  pool.on('error', (error: unknown) =>
    options.log.warn({ event: 'isolation.thread.failed', error }, 'an idle thread failed'),
  )
  return pool
}

const unavailable = (): Problem => new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': RETRY_SECONDS } })
