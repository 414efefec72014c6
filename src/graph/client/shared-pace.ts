import type { RateClass } from '../../engine/datasets/dataset.ts'
import type { LeaseAnswer, Wanted } from '../../platform/rates/leases.ts'
import { DeadlineReached, isOver, type TimeLimits } from '../transport/time-limits.ts'
import { leaseUnits } from './rate-classes.ts'

/** Lends one run parts of the limits that all processes share for its tenant. */
export interface Lender {
  lend(rateClass: RateClass, units: Wanted): Promise<LeaseAnswer>
  giveBack(rateClass: RateClass, id: string, used: number): void
}

/** Limits the requests of one run to the units that it was lent. */
export interface SharedPace {
  /**
   * Waits until this many units are lent, and returns the function to call when the request has ended. Throws
   * `DeadlineReached`, or the reason of a caller who aborts.
   */
  enter(rateClass: RateClass, units: number, limits: TimeLimits): Promise<(wasSent?: boolean) => void>
  /** Returns everything that is not in use. */
  end(): void
}

/** How long new requests may use a lease; the lender relies on it. */
const USE_MS = 5_000

interface Lease {
  id: string
  left: number
  used: number
  running: number
  /** No further requests may use it. */
  isClosed: boolean
  timer: NodeJS.Timeout
}

interface Waiter {
  units: number
  limits: TimeLimits
  admit(lease: Lease): void
  refuse(reason: unknown): void
}

export function createSharedPace(lender: Lender): SharedPace {
  const classes = new Map<RateClass, LeasedClass>()
  return {
    enter(rateClass, units, limits) {
      const leased = classes.get(rateClass) ?? new LeasedClass(lender, rateClass)
      classes.set(rateClass, leased)
      return leased.enter(units, limits)
    },
    end() {
      for (const leased of classes.values()) leased.close()
    },
  }
}

/**
 * The leases of one class of requests: new requests use one of them; older leases may still have requests in progress.
 */
class LeasedClass {
  readonly #lender: Lender
  readonly #rateClass: RateClass
  readonly #waiting: Waiter[] = []
  #lease: Lease | undefined
  #isAsking = false

  constructor(lender: Lender, rateClass: RateClass) {
    this.#lender = lender
    this.#rateClass = rateClass
  }

  enter(units: number, limits: TimeLimits): Promise<(wasSent?: boolean) => void> {
    return new Promise((resolve, reject) => {
      if (isOver(limits)) throw new DeadlineReached()
      const leaveQueue = () => {
        limits.signal.removeEventListener('abort', onAbort)
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        units,
        limits,
        admit: (lease) => {
          leaveQueue()
          resolve(this.#start(lease, units))
        },
        refuse: (reason) => {
          leaveQueue()
          reject(reason)
        },
      }
      const onAbort = () => waiter.refuse(limits.signal.reason)
      limits.signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiter)
      this.#pump()
    })
  }

  /** Stops new requests from using the current lease. */
  close(): void {
    const lease = this.#lease
    this.#lease = undefined
    if (!lease) return
    clearTimeout(lease.timer)
    lease.isClosed = true
    this.#giveBackIfDone(lease)
  }

  #pump(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const { clock, deadlineAt } = first.limits
      if (clock.now() >= deadlineAt) {
        first.refuse(new DeadlineReached())
      } else if (this.#lease && this.#lease.left >= first.units) {
        first.admit(this.#lease)
      } else {
        if (!this.#isAsking) void this.#ask()
        return
      }
    }
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    this.close()
    try {
      // Lets requests that arrive in the same tick share a lease.
      await Promise.resolve()
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const needed = this.#waiting.reduce((sum, { units }) => sum + units, 0)
        const { max, usual } = leaseUnits(this.#rateClass)
        const wanted = Math.min(max, Math.max(usual, needed))
        const answer = await this.#lender.lend(this.#rateClass, { min: Math.min(first.units, wanted), wanted })
        if ('id' in answer) {
          this.#open(answer)
          break
        }
        await first.limits.clock.sleep(answer.waitMs)
        if (first.limits.clock.now() >= first.limits.deadlineAt) break
      }
    } catch (error) {
      for (const waiter of [...this.#waiting]) waiter.refuse(error)
    } finally {
      this.#isAsking = false
    }
    this.#pump()
  }

  #open({ id, units }: { id: string; units: number }): void {
    const timer = setTimeout(() => this.close(), USE_MS).unref()
    this.#lease = { id, left: units, used: 0, running: 0, isClosed: false, timer }
  }

  #start(lease: Lease, units: number): (wasSent?: boolean) => void {
    lease.left -= units
    lease.used += units
    lease.running += 1
    let isReleased = false
    return (wasSent = true) => {
      if (isReleased) return
      isReleased = true
      lease.running -= 1
      if (!wasSent) {
        lease.left += units
        lease.used -= units
      }
      if (lease === this.#lease && lease.left === 0 && lease.running === 0) this.close()
      else this.#giveBackIfDone(lease)
    }
  }

  #giveBackIfDone(lease: Lease): void {
    if (lease.isClosed && lease.running === 0) this.#lender.giveBack(this.#rateClass, lease.id, lease.used)
  }
}
