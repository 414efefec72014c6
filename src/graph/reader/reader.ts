import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CollectFailure } from '../transport/collect-failure.ts'
import type { Sizes } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import type { Assessed, AssessHost, AssessJob } from './assess.ts'
import { type Answer, type Call, type FromReader, fromPlainError, isFromReader, type ToReader } from './messages.ts'

const ENTRY = fileURLToPath(new URL('./process.ts', import.meta.url))

/** As in `npm start`. */
const SEMI_SPACE_MB = 8

const PING_MS = 5_000
/** So many pings without an answer, a minute: the reader is in an endless loop, or hardly gets on for want of memory. */
const MAX_UNANSWERED = 12

/** How long a run that was stopped may save what it has read. */
const ABORT_MS = 3_000
/** How long a reader that is not needed may take to end by itself. */
const END_MS = 2_000

/** The signals by which a process without memory ends: its own, and the system's. */
const MEMORY_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL']
/** What a shell makes of SIGABRT. */
const ABORT_EXIT_CODE = 134

/** Why a reader ended: it had no memory left, did not answer any more, or failed otherwise. */
type Death = 'memory' | 'stuck' | 'fault'

/** The process that a run was carried out in has ended before the run. */
export class ReaderDied extends Error {
  readonly death: Death

  constructor(death: Death, how: string) {
    super(`A process that reads tenants has ended (${death}, ${how}).`)
    this.name = 'ReaderDied'
    this.death = death
  }
}

/** A run as a reader carries it out. */
export interface ReaderRun {
  source: TenantSource
  job: AssessJob
  host: AssessHost
  sizes: Sizes
  signal?: AbortSignal
}

/** A process of its own that reads tenants. */
export interface Reader {
  /**
   * Throws `CollectFailure`, what the host has thrown, the signal's reason, and `ReaderDied` where the process ends
   * before the run does.
   */
  carryOut(run: ReaderRun): Promise<Assessed>
  /** How many runs it carries out. */
  busy(): number
  /** Ends the process; runs that it still carries out fail. */
  end(): Promise<void>
  /** Resolves when the process has ended, with why where nobody asked it to. */
  ended: Promise<ReaderDied | undefined>
}

export interface ReaderOptions {
  /** Of its heap. */
  memoryMb: number
  /** All that it gets to see of our environment. */
  environment: Readonly<Record<string, string>>
  /** The entry; tests have others. */
  entry?: string
  pingMs?: number
}

interface OpenRun extends ReaderRun {
  outcome: PromiseWithResolvers<Assessed>
  /** What a call of the host threw: the reason of the run's end, whatever the reader makes of it. */
  thrown?: { error: unknown }
}

/** Starts a reader. It ends with this process, also where that is killed. */
export function startReader({ memoryMb, environment, entry = ENTRY, pingMs = PING_MS }: ReaderOptions): Reader {
  const child = fork(entry, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
    env: { ...environment },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const runs = new Map<number, OpenRun>()
  const ended = Promise.withResolvers<ReaderDied | undefined>()
  let numbered = 0
  let unanswered = 0
  let isEnding = false
  const tell = (message: ToReader): void => {
    // Without a channel the process has ended or is about to: `exit` reports it.
    if (child.connected) child.send(message, () => {})
  }
  const pings = setInterval(() => {
    if (unanswered >= MAX_UNANSWERED) child.kill('SIGKILL')
    unanswered += 1
    tell({ type: 'ping' })
  }, pingMs).unref()

  function onEnd(code: number | null, signal: NodeJS.Signals | null): void {
    clearInterval(pings)
    const died = new ReaderDied(deathOf(code, signal, unanswered), `code ${code}, signal ${signal}`)
    ended.resolve(isEnding ? undefined : died)
    for (const run of runs.values()) run.outcome.reject(died)
  }

  child.on('message', (message) => {
    unanswered = 0
    if (isFromReader(message)) receive(runs, message, tell)
  })
  child.on('error', () => onEnd(null, null))
  child.on('exit', onEnd)
  letGo(child)

  async function carryOut(run: ReaderRun): Promise<Assessed> {
    const { source, job, sizes, signal } = run
    signal?.throwIfAborted()
    numbered += 1
    const number = numbered
    const open: OpenRun = { ...run, outcome: Promise.withResolvers() }
    runs.set(number, open)
    holdOn(child)
    let timer: NodeJS.Timeout | undefined
    const onAbort = (): void => {
      tell({ type: 'abort', run: number })
      timer = setTimeout(() => open.outcome.reject(signal?.reason), ABORT_MS)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (child.exitCode !== null || child.signalCode !== null) onEnd(child.exitCode, child.signalCode)
    tell({ type: 'assess', run: number, job, source, sizes })
    try {
      return await open.outcome.promise
    } catch (error) {
      // The reader's word for it is about a stop of which it knows no reason, or a call that failed here.
      if (open.thrown) throw open.thrown.error
      throw signal?.aborted && !(error instanceof CollectFailure) ? signal.reason : error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      runs.delete(number)
      if (runs.size === 0) letGo(child)
    }
  }

  return {
    carryOut,
    busy: () => runs.size,
    ended: ended.promise,
    async end() {
      isEnding = true
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
      await ended.promise
      clearTimeout(timer)
    },
  }
}

function receive(runs: ReadonlyMap<number, OpenRun>, message: FromReader, tell: (message: ToReader) => void): void {
  if (message.type === 'pong') return
  const open = runs.get(message.run)
  // Of a run that was given up here.
  if (!open) return
  if (message.type === 'done') open.outcome.resolve(message.assessed)
  else if (message.type === 'failed') open.outcome.reject(new CollectFailure(message.code, message.message))
  else if (message.type === 'threw') open.outcome.reject(fromPlainError(message.error))
  else if (message.type === 'fault') open.host.onFault(message.check, fromPlainError(message.error))
  else void answer(open, message, tell)
}

async function answer(
  open: OpenRun,
  { run, call, body }: Extract<FromReader, { type: 'call' }>,
  tell: (message: ToReader) => void,
): Promise<void> {
  try {
    tell({ type: 'answer', run, call, answer: await callHost(open.host, body) })
  } catch (error) {
    open.thrown ??= { error }
    tell({ type: 'refusal', run, call })
  }
}

async function callHost({ onProgress, checkpoint, readInputs }: AssessHost, call: Call): Promise<Answer> {
  if (call.name === 'progress') await onProgress({ done: call.done, of: call.of })
  else if (call.name === 'load') return await checkpoint.load()
  else if (call.name === 'save') return await checkpoint.save(call.packed)
  else return await readInputs()
  return undefined
}

function deathOf(code: number | null, signal: NodeJS.Signals | null, unanswered: number): Death {
  if (unanswered > MAX_UNANSWERED) return 'stuck'
  return code === ABORT_EXIT_CODE || MEMORY_SIGNALS.includes(signal) ? 'memory' : 'fault'
}

/** A reader that has nothing to do keeps nobody from ending. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function holdOn(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
