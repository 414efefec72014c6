import { DeadlineReached, isOver, type TimeLimits } from '../transport/time-limits.ts'

export interface Budget {
  /** Requests under way at the same time. */
  atOnce: number
  /** Requests within any window of this length. */
  window?: { requests: number; perMs: number }
}

export interface RateLimiter {
  /**
   * Waits for its turn, first come, first served, and gives the function to call when the request has ended. A batch
   * weighs as many requests as it holds. Throws `DeadlineReached` or the caller's reason.
   */
  enter(weight: number, limits: TimeLimits): Promise<() => void>
  /** Nothing runs, waits or still counts at this moment. */
  idle(now: number): boolean
}

interface Waiter {
  weight: number
  limits: TimeLimits
  admit(): void
  refuse(reason: unknown): void
}

/**
 * Keeps requests within a budget. A request counts from its start until a whole window after its end: when it reached
 * the other side is only known to lie between the two.
 */
export function createRateLimiter(budget: Budget): RateLimiter {
  const { atOnce, window } = budget
  const queue: Waiter[] = []
  const ended: { at: number; weight: number }[] = []
  let running = 0
  let runningWeight = 0
  let isWaking = false

  function forget(now: number): void {
    while (window && ended[0] && ended[0].at + window.perMs <= now) ended.shift()
  }

  function fits(waiter: Waiter): boolean {
    if (running >= atOnce) return false
    if (!window) return true
    forget(waiter.limits.clock.now())
    const counted = ended.reduce((sum, past) => sum + past.weight, runningWeight)
    return counted + waiter.weight <= window.requests
  }

  function pump(): void {
    for (let first = queue[0]; first; first = queue[0]) {
      if (first.limits.clock.now() >= first.limits.deadlineAt) first.refuse(new DeadlineReached())
      else if (fits(first)) first.admit()
      else {
        wakeLater(first)
        return
      }
    }
  }

  function wakeLater({ limits }: Waiter): void {
    // Without an ended request in the window, the next release pumps.
    if (!window || !ended[0] || isWaking) return
    isWaking = true
    void limits.clock.sleep(Math.max(0, ended[0].at + window.perMs - limits.clock.now())).then(() => {
      isWaking = false
      pump()
    })
  }

  function release(weight: number, limits: TimeLimits): void {
    running -= 1
    runningWeight -= weight
    if (window) ended.push({ at: limits.clock.now(), weight })
    pump()
  }

  function enter(wanted: number, limits: TimeLimits): Promise<() => void> {
    const weight = window ? Math.min(wanted, window.requests) : wanted
    return new Promise((resolve, reject) => {
      if (isOver(limits)) throw new DeadlineReached()
      const leave = () => {
        limits.signal.removeEventListener('abort', onAbort)
        queue.splice(queue.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        weight,
        limits,
        admit: () => {
          leave()
          running += 1
          runningWeight += weight
          let isReleased = false
          resolve(() => {
            if (!isReleased) release(weight, limits)
            isReleased = true
          })
        },
        refuse: (reason) => {
          leave()
          reject(reason)
        },
      }
      const onAbort = () => {
        waiter.refuse(limits.signal.reason)
        pump()
      }
      limits.signal.addEventListener('abort', onAbort, { once: true })
      queue.push(waiter)
      pump()
    })
  }

  return {
    enter,
    idle: (now) => {
      forget(now)
      return running === 0 && queue.length === 0 && ended.length === 0
    },
  }
}
