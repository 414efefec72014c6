/** A semaphore that serves its owners in turn instead of in order of arrival. */
export interface FairSemaphore {
  /** Waits for a slot, and returns the function that releases it. Throws the signal's reason. */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void>
}

interface Waiter {
  admit(): void
}

/** Waiting owners get a slot in turn, however many requests each of them has. */
export function createFairSemaphore(slots: number): FairSemaphore {
  // In the order of their turns: an owner that was served moves to the end.
  const waiting = new Map<string, Waiter[]>()
  let free = slots

  function pump(): void {
    for (const [owner, [first, ...others]] of waiting) {
      if (free === 0) return
      waiting.delete(owner)
      if (others.length > 0) waiting.set(owner, others)
      first?.admit()
    }
  }

  function acquire(owner: string, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw signal.reason
      const onAbort = (): void => {
        const others = (waiting.get(owner) ?? []).filter((other) => other !== waiter)
        if (others.length > 0) waiting.set(owner, others)
        else waiting.delete(owner)
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        admit() {
          signal?.removeEventListener('abort', onAbort)
          free -= 1
          let isReleased = false
          resolve(() => {
            if (isReleased) return
            isReleased = true
            free += 1
            pump()
          })
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting.set(owner, [...(waiting.get(owner) ?? []), waiter])
      pump()
    })
  }

  return { acquire }
}
