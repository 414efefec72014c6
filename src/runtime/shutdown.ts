import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'
import { releaseStart } from '../platform/release-start.ts'
import { exerciseThreadPool } from '../platform/thread-pool.ts'
import { LaunchFailure } from './launch-failure.ts'
import { handleUncaught } from './uncaught.ts'

/** A part of the running process, such as the API or the worker. */
export interface Part {
  name: string
  close(): Promise<void>
  /** How long it may take to stop before the parts it depends on are stopped. */
  limitMs: number
}

/** From the signal to the end of the process. */
const TOTAL_MS = 9_500

const STARTING_MS = 3_000

/** A repeated signal within this time counts as one: the terminal signals the whole process group, and npm forwards the signal too. */
const SAME_SIGNAL_MS = 1_000

export interface ShutdownOptions {
  log: Pick<Log, 'error'>
  totalMs?: number
  /** How long to wait for a start that is in progress. */
  startingMs?: number
  /** Ends the process. */
  exit?: (code: number) => void
}

/**
 * Waits a while for a start in progress, then closes the parts in the reverse order of their start, even if some of them
 * fail. A part that does not stop within its limit is logged and abandoned. If all of this takes longer than `totalMs`, the
 * process exits with code 1. Throws the first failure, or a LaunchFailure that names the abandoned parts.
 */
export async function shutDown(starting: Promise<void>, parts: readonly Part[], options: ShutdownOptions) {
  const { log, totalMs = TOTAL_MS, startingMs = STARTING_MS, exit = process.exit } = options
  const failures: unknown[] = []
  const stopped = new Set<Part>()
  const left = (): string => parts.flatMap((part) => (stopped.has(part) ? [] : [part.name])).join(', ')
  const lastResort = setTimeout(() => {
    log.error({ event: 'shutdown.timeout', parts: left() }, 'the shutdown took too long: the process exits')
    exit(1)
  }, totalMs)
  const started = starting.catch(() => {})
  await Promise.race([started, sleep(startingMs, undefined, { ref: false })])
  // The first part can only be closed once it has started; otherwise its resources leak.
  if (parts.length === 0) await started
  const tried = new Set<Part>()
  for (let part = parts.at(-1); part; part = parts.findLast((other) => !tried.has(other))) {
    tried.add(part)
    if (await closeWithin(part, failures)) stopped.add(part)
    else
      log.error(
        { event: 'shutdown.part.timeout', part: part.name, limitMs: part.limitMs },
        'a part did not stop in time',
      )
  }
  clearTimeout(lastResort)
  if (stopped.size < parts.length) failures.push(new LaunchFailure(`These parts did not stop in time: ${left()}.`))
  if (failures.length > 0) throw failures[0]
}

/** Returns whether the part stopped, with or without an error, within its limit. */
async function closeWithin({ close, limitMs }: Part, failures: unknown[]): Promise<boolean> {
  const limit = new AbortController()
  const stopped = (async () => {
    await close().catch((error: unknown) => failures.push(error))
    return true
  })()
  const late = sleep(limitMs, false, { signal: limit.signal }).catch(() => false)
  const inTime = await Promise.race([stopped, late])
  limit.abort()
  return inTime
}

/** Starts the parts, waits for Ctrl-C or SIGTERM, and closes what was started, even if the start fails halfway. */
export async function runUntilStopped(
  log: Pick<Log, 'error' | 'fatal'>,
  start: (parts: Part[], fail: (error: Error) => void) => Promise<void>,
): Promise<void> {
  exerciseThreadPool()
  const parts: Part[] = []
  const end = Promise.withResolvers<void>()
  onStopSignal(end.resolve)
  const stopHandling = handleUncaught(log, end.reject)
  const starting = start(parts, end.reject).then(releaseStart)
  try {
    await Promise.race([starting, end.promise])
    await end.promise
  } finally {
    await shutDown(starting, parts, { log })
    stopHandling()
  }
}

/** Stops at the first signal; a second one exits at once. */
function onStopSignal(stop: () => void): void {
  let stoppedAtMs: number | undefined
  const onSignal = (): void => {
    if (stoppedAtMs === undefined) stop()
    else if (Date.now() - stoppedAtMs > SAME_SIGNAL_MS) process.exit(1)
    stoppedAtMs ??= Date.now()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}
