import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCacheEnvironment } from '../../platform/isolation/compile-cache.ts'
import type { Lender } from '../client/shared-pace.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import type { Sizes } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import type { Assessed, AssessHost, AssessJob } from './assess.ts'
import { type Call, type CallResult, type FromReader, fromPlainError, isFromReader, type ToReader } from './messages.ts'

const ENTRY = fileURLToPath(new URL('./process.ts', import.meta.url))

/**
 * Half of a run's processor time is garbage collection, because what is read stays until the run has been evaluated. The young
 * generation is larger than that of `bin/`, which saves a tenth. V8 would let the heap grow by a third before it is marked
 * again; by 60 percent saves another tenth. Freed pages are returned to the system at once, which pays for both: a pool
 * would retain 20 to 60 MiB. The second flag is that of `bin/`. Measured with `npm run bench -- --only runs`.
 */
const MEMORY_FLAGS = [
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=60',
  '--no-memory-pool',
  '--no-large-page-pool',
]

/**
 * Settings of glibc. A large buffer gets pages of its own, which are returned to the system when it is freed, but by
 * default glibc raises the size from which it does so. Readers receive many large buffers for a short time: without
 * these settings they retain about 40 MB more.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

const PING_MS = 5_000
/** A reader that answers none of this many pings (a minute) is in an endless loop or short of memory. */
const MAX_PENDING_PINGS = 12

/** How long an aborted run may take to save what it has read. */
const ABORT_MS = 3_000
/** How long a reader may take to exit by itself. */
const EXIT_MS = 2_000

/** The signals that end a process that runs out of memory: those of V8, and that of the system. */
const MEMORY_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL']
/** The exit code that shells report for SIGABRT. */
const ABORT_EXIT_CODE = 134

/** Why a reader exited: out of memory, unresponsive, or another failure. */
type ExitCause = 'memory' | 'stuck' | 'fault'

/** The reader process exited before the run was complete. */
export class ReaderExited extends Error {
  readonly exitCause: ExitCause

  constructor(exitCause: ExitCause, status: string) {
    super(`A reader process exited (${exitCause}, ${status}).`)
    this.name = 'ReaderExited'
    this.exitCause = exitCause
  }
}

/** A run for a reader. */
export interface ReaderRun {
  source: TenantSource
  job: AssessJob
  host: AssessHost
  sizes: Sizes
  /** Limits on requests that processes share; without it, only the reader's own apply. */
  lender?: Lender
  signal?: AbortSignal
}

/** A process that reads and evaluates tenants. */
export interface Reader {
  /**
   * Throws `CollectFailure`, errors of the host, the signal's reason, and `ReaderExited` if the process exits before the
   * run is complete.
   */
  execute(run: ReaderRun): Promise<Assessed>
  /** How many runs are in progress. */
  runCount(): number
  /** Ends the process; runs in progress fail. */
  end(): Promise<void>
  /** Resolves when the process has exited, with an error unless `end` was called. */
  exited: Promise<ReaderExited | undefined>
}

export interface ReaderOptions {
  /** Maximum heap size. */
  memoryMb: number
  /** The only environment variables that it receives. */
  environment: Readonly<Record<string, string>>
  /** Entry point; tests use others. */
  entry?: string
  pingMs?: number
}

interface OpenRun extends ReaderRun {
  outcome: PromiseWithResolvers<Assessed>
  /** The first error of a call to the host. The run fails with it, whatever the reader reports. */
  thrown?: { error: unknown }
}

/** Starts a reader, which exits together with this process, even if this process is killed. */
export function startReader({ memoryMb, environment, entry = ENTRY, pingMs = PING_MS }: ReaderOptions): Reader {
  const child = fork(entry, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...MEMORY_FLAGS],
    env: { ...compileCacheEnvironment(), ...environment, ...ALLOCATOR },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const runs = new Map<number, OpenRun>()
  const exited = Promise.withResolvers<ReaderExited | undefined>()
  let lastNumber = 0
  let isEnding = false
  const send = (message: ToReader): void => {
    // Without a channel the process has exited or is about to; the `exit` event reports it.
    if (child.connected) child.send(message, () => {})
  }
  const pings = startPings(child, send, pingMs)

  function onExit(code: number | null, signal: NodeJS.Signals | null): void {
    pings.stop()
    const error = new ReaderExited(
      pings.isStuck() ? 'stuck' : exitCauseOf(code, signal),
      `code ${code}, signal ${signal}`,
    )
    exited.resolve(isEnding ? undefined : error)
    for (const run of runs.values()) run.outcome.reject(error)
  }

  child.on('message', (message) => {
    pings.reset()
    if (isFromReader(message)) receive(runs, message, send)
  })
  child.on('error', () => onExit(null, null))
  child.on('exit', onExit)
  unrefChild(child)

  async function execute(run: ReaderRun): Promise<Assessed> {
    const { source, job, sizes, signal } = run
    signal?.throwIfAborted()
    lastNumber += 1
    const number = lastNumber
    const open: OpenRun = { ...run, outcome: Promise.withResolvers() }
    runs.set(number, open)
    refChild(child)
    let timer: NodeJS.Timeout | undefined
    const onAbort = (): void => {
      send({ type: 'abort', run: number })
      timer = setTimeout(() => open.outcome.reject(signal?.reason), ABORT_MS)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode)
    send({ type: 'assess', run: number, job, source, sizes, isPaced: run.lender !== undefined })
    try {
      return await open.outcome.promise
    } catch (error) {
      // The reader's own error only says that it was aborted or that a call failed here.
      if (open.thrown) throw open.thrown.error
      throw signal?.aborted && !(error instanceof CollectFailure) ? signal.reason : error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      runs.delete(number)
      if (runs.size === 0) unrefChild(child)
    }
  }

  return {
    execute,
    runCount: () => runs.size,
    exited: exited.promise,
    async end() {
      isEnding = true
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_MS)
      await exited.promise
      clearTimeout(timer)
    },
  }
}

/** Kills a reader that stops responding. */
function startPings(child: ChildProcess, send: (message: ToReader) => void, pingMs: number) {
  let pending = 0
  const timer = setInterval(() => {
    if (pending >= MAX_PENDING_PINGS) child.kill('SIGKILL')
    pending += 1
    send({ type: 'ping' })
  }, pingMs).unref()
  return {
    reset: () => {
      pending = 0
    },
    stop: () => clearInterval(timer),
    isStuck: () => pending > MAX_PENDING_PINGS,
  }
}

function receive(runs: ReadonlyMap<number, OpenRun>, message: FromReader, send: (message: ToReader) => void): void {
  if (message.type === 'pong') return
  const open = runs.get(message.run)
  // The run was already abandoned here.
  if (!open) return
  if (message.type === 'done') open.outcome.resolve(message.assessed)
  else if (message.type === 'failed') open.outcome.reject(new CollectFailure(message.code, message.message))
  else if (message.type === 'threw') open.outcome.reject(fromPlainError(message.error))
  else if (message.type === 'fault') open.host.onFault(message.check, fromPlainError(message.error))
  else if (message.type === 'requests') open.host.onRequests?.(message.requests)
  else if (message.type === 'returned') open.lender?.giveBack(message.rateClass, message.id, message.used)
  else void respond(open, message, send)
}

async function respond(
  open: OpenRun,
  { run, call, body }: Extract<FromReader, { type: 'call' }>,
  send: (message: ToReader) => void,
): Promise<void> {
  try {
    send({ type: 'result', run, call, result: await callHost(open, body) })
  } catch (error) {
    open.thrown ??= { error }
    send({ type: 'rejection', run, call })
  }
}

async function callHost({ host, lender }: OpenRun, call: Call): Promise<CallResult> {
  const { onProgress, checkpoint, readInputs } = host
  if (call.name === 'progress') await onProgress({ done: call.done, of: call.of })
  else if (call.name === 'load') return await checkpoint.load()
  else if (call.name === 'save') return await checkpoint.save(call.packed)
  else if (call.name === 'lend') return await lender?.lend(call.rateClass, call.units)
  else return await readInputs()
  return undefined
}

function exitCauseOf(code: number | null, signal: NodeJS.Signals | null): ExitCause {
  return code === ABORT_EXIT_CODE || MEMORY_SIGNALS.includes(signal) ? 'memory' : 'fault'
}

/** An idle reader must not keep this process running. */
function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function refChild(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
