/** The time limit of a collection: an injected clock, a deadline, and a signal that aborts everything. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
}

// The timers are unreferenced, so that an abandoned wait does not delay the exit of a finished command.
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
}

/** The signal's reason at the deadline, as opposed to a caller's abort. */
export class DeadlineReached extends Error {
  constructor() {
    super('The deadline of the collection was reached.')
    this.name = 'DeadlineReached'
  }
}

export interface TimeLimits {
  clock: Clock
  /** In the clock's milliseconds. */
  deadlineAt: number
  /** Aborted with `DeadlineReached` or with the caller's own reason. */
  signal: AbortSignal
}

// Node's maximum; longer timers fire immediately.
const MAX_TIMER_MS = 2 ** 31 - 1

/** Starts the deadline; call `end` when the work is over, successful or not. */
export function startTimeLimits(
  deadlineMs: number,
  clock: Clock,
  caller?: AbortSignal,
): { limits: TimeLimits; end: (reason: unknown) => void } {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new DeadlineReached()), Math.min(deadlineMs, MAX_TIMER_MS))
  const follow = () => stop.abort(caller?.reason)
  if (caller?.aborted) follow()
  caller?.addEventListener('abort', follow, { once: true })
  return {
    limits: { clock, deadlineAt: clock.now() + deadlineMs, signal: stop.signal },
    end: (reason) => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', follow)
      stop.abort(reason)
    },
  }
}

/** Whether the deadline has come; throws the caller's reason if the caller has aborted. */
export function isOver(limits: TimeLimits): boolean {
  if (limits.signal.aborted && !(limits.signal.reason instanceof DeadlineReached)) throw limits.signal.reason
  return limits.signal.aborted || limits.clock.now() >= limits.deadlineAt
}

/** Waits and returns true; returns false immediately if the deadline comes first. Throws if the caller aborts. */
export async function waitWithin(limits: TimeLimits, ms: number): Promise<boolean> {
  if (isOver(limits) || limits.clock.now() + ms >= limits.deadlineAt) return false
  const { signal } = limits
  let wake = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    wake = resolve
    signal.addEventListener('abort', wake, { once: true })
  })
  await Promise.race([limits.clock.sleep(ms), aborted])
  signal.removeEventListener('abort', wake)
  return !isOver(limits)
}
