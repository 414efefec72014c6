import { DeadlineReached, isOver, type TimeLimits } from '../transport/time-limits.ts'

export interface Budget {
  /** Requests running at the same time. */
  concurrent: number
  /** Requests within any window of this length. */
  window?: { requests: number; perMs: number }
}

interface Waiter {
  weight: number
  limits: TimeLimits
  admit(): void
  refuse(reason: unknown): void
}

/**
 * Keeps requests within a budget. A request counts from its start until one whole window after its end, because the time
 * at which it reached the server is only known to lie between the two.
 */
export class RateLimiter {
  readonly #budget: Budget
  readonly #queue: Waiter[] = []
  readonly #ended: { at: number; weight: number }[] = []
  #running = 0
  #runningWeight = 0
  #endedWeight = 0
  #isWaking = false

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /**
   * Waits in order of arrival, and returns the function to call when the request has ended; its argument says whether
   * the request was sent, as unsent ones do not count. A batch weighs as much as the requests in it. Throws
   * `DeadlineReached`, or the reason of a caller who aborts.
   */
  enter(wanted: number, limits: TimeLimits): Promise<(wasSent?: boolean) => void> {
    const { window } = this.#budget
    const weight = window ? Math.min(wanted, window.requests) : wanted
    return new Promise((resolve, reject) => {
      if (isOver(limits)) throw new DeadlineReached()
      const leaveQueue = () => {
        limits.signal.removeEventListener('abort', onAbort)
        this.#queue.splice(this.#queue.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        weight,
        limits,
        admit: () => {
          leaveQueue()
          resolve(this.#start(weight, limits))
        },
        refuse: (reason) => {
          leaveQueue()
          reject(reason)
        },
      }
      const onAbort = () => {
        waiter.refuse(limits.signal.reason)
        this.#pump()
      }
      limits.signal.addEventListener('abort', onAbort, { once: true })
      this.#queue.push(waiter)
      this.#pump()
    })
  }

  /** Whether nothing runs, waits or still counts. */
  isIdle(now: number): boolean {
    this.#forget(now)
    return this.#running === 0 && this.#queue.length === 0 && this.#ended.length === 0
  }

  /** Admits waiters from the front of the queue as long as they fit. */
  #pump(): void {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if (first.limits.clock.now() >= first.limits.deadlineAt) first.refuse(new DeadlineReached())
      else if (this.#fits(first)) first.admit()
      else {
        this.#wakeLater(first)
        return
      }
    }
  }

  #fits(waiter: Waiter): boolean {
    const { concurrent, window } = this.#budget
    if (this.#running >= concurrent) return false
    if (!window) return true
    this.#forget(waiter.limits.clock.now())
    return this.#runningWeight + this.#endedWeight + waiter.weight <= window.requests
  }

  #forget(now: number): void {
    const { window } = this.#budget
    while (window && this.#ended[0] && this.#ended[0].at + window.perMs <= now)
      this.#endedWeight -= this.#ended.shift()?.weight ?? 0
  }

  #wakeLater({ limits }: Waiter): void {
    const { window } = this.#budget
    const oldest = this.#ended[0]
    // Without an ended request in the window, the next release pumps.
    if (!window || !oldest || this.#isWaking) return
    this.#isWaking = true
    void limits.clock.sleep(Math.max(0, oldest.at + window.perMs - limits.clock.now())).then(() => {
      this.#isWaking = false
      this.#pump()
    })
  }

  /** Counts a request as running, and returns the function that ends it. */
  #start(weight: number, limits: TimeLimits): (wasSent?: boolean) => void {
    this.#running += 1
    this.#runningWeight += weight
    let isReleased = false
    return (wasSent = true) => {
      if (isReleased) return
      isReleased = true
      this.#running -= 1
      this.#runningWeight -= weight
      if (this.#budget.window && wasSent) {
        this.#ended.push({ at: limits.clock.now(), weight })
        this.#endedWeight += weight
      }
      this.#pump()
    }
  }
}
