/** One run's share of the memory that all runs of a process use. */
export interface MemoryShare {
  /** Counts received bytes, as `measureJson` counts them. */
  take(bytes: number): void
  /** Resolves when the run may receive more; at once if the signal is aborted. */
  room(signal: AbortSignal): Promise<void>
  /** Whether the run may receive more now. */
  hasRoom(): boolean
  /** Releases the whole share, when the run has ended. */
  end(): void
}

export interface MemoryBudget {
  /** Opens the share of a run. Runs that opened theirs earlier have priority. */
  open(): MemoryShare
}

export interface BudgetLimits {
  /** For all runs together. Requests in progress when it is used up, and those of the oldest run, may exceed it. */
  bytes: number
  /** A run that has received no more than this never waits. */
  freeBytes: number
  /** This many milliseconds after its first wait, a run stops waiting, because its links to next pages would expire. */
  patienceMs: number
}

interface Share {
  bytes: number
  waitsUntilMs?: number
}

/**
 * While all runs together use more than the budget, only the oldest run of a large tenant continues; the other large
 * ones wait until it has finished and released its share, or until their patience ends.
 */
export function createMemoryBudget({ bytes: budget, freeBytes, patienceMs }: BudgetLimits): MemoryBudget {
  // Oldest first.
  const shares = new Set<Share>()
  const waiting = new Set<() => void>()
  let inUse = 0

  const isLarge = (share: Share): boolean => share.bytes > freeBytes
  const mustWait = (share: Share): boolean =>
    inUse > budget && isLarge(share) && share !== [...shares].find(isLarge) && patienceOf(share) > 0

  function patienceOf(share: Share): number {
    const nowMs = performance.now()
    share.waitsUntilMs ??= nowMs + patienceMs
    return share.waitsUntilMs - nowMs
  }

  async function waitForChange(longestMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    const timer = setTimeout(wake, longestMs)
    waiting.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    await promise
    clearTimeout(timer)
    waiting.delete(wake)
    signal.removeEventListener('abort', wake)
  }

  return {
    open() {
      const share: Share = { bytes: 0 }
      shares.add(share)
      return {
        take(bytes) {
          share.bytes += bytes
          inUse += bytes
        },
        async room(signal) {
          while (!signal.aborted && mustWait(share)) await waitForChange(patienceOf(share), signal)
        },
        hasRoom: () => !mustWait(share),
        end() {
          if (!shares.delete(share)) return
          inUse -= share.bytes
          for (const wake of waiting) wake()
        },
      }
    },
  }
}
