/** The part of one run in the memory that all runs of a process share. */
export interface MemoryShare {
  /** Counts received bytes, as `measureJson` counts them. */
  take(bytes: number): void
  /** Resolves when the run may receive more; at once if the signal is aborted. */
  room(signal: AbortSignal): Promise<void>
  /** Whether the run may receive more now. */
  hasRoom(): boolean
  /** Gives everything back, once the run needs none of it any more. */
  end(): void
}

export interface MemoryBudget {
  /** The first to open a share is the first to continue. */
  open(): MemoryShare
}

export interface BudgetLimits {
  /** For all runs together. Requests in progress when it is used up, and those of the oldest run, may exceed it. */
  bytes: number
  /** A run that holds no more than this never waits. */
  freeBytes: number
  /** This many milliseconds after its first wait, a run no longer waits: its links to next pages would expire. */
  patienceMs: number
}

interface Share {
  bytes: number
  waitsUntilMs?: number
}

/**
 * Large tenants wait for each other: while all runs together use more than the budget, only the oldest of the large
 * ones continues. It finishes and makes room; if its tenant is slow, the others wait only for a limited time.
 */
export function createMemoryBudget({ bytes: budget, freeBytes, patienceMs }: BudgetLimits): MemoryBudget {
  // In the order of their opening.
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
    const goOn = (): void => resolve()
    const timer = setTimeout(goOn, longestMs)
    waiting.add(goOn)
    signal.addEventListener('abort', goOn, { once: true })
    await promise
    clearTimeout(timer)
    waiting.delete(goOn)
    signal.removeEventListener('abort', goOn)
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
          for (const goOn of waiting) goOn()
        },
      }
    },
  }
}
