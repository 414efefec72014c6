/** Places that are handed out in turn: not to who has asked first, but to the owner who has had the fewest turns lately. */
export interface FairPlaces {
  /** Waits for a place and gives the function that returns it. Throws the signal's reason. */
  take(owner: string, signal?: AbortSignal): Promise<() => void>
}

interface Waiter {
  admit(): void
}

/** Each owner who waits gets a place in turn, however many of its own are waiting. */
export function createFairPlaces(count: number): FairPlaces {
  // In the order of their turns: who was served goes to the end.
  const waiting = new Map<string, Waiter[]>()
  let free = count

  function pump(): void {
    for (const [owner, [first, ...others]] of waiting) {
      if (free === 0) return
      waiting.delete(owner)
      if (others.length > 0) waiting.set(owner, others)
      first?.admit()
    }
  }

  function take(owner: string, signal?: AbortSignal): Promise<() => void> {
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
          let isReturned = false
          resolve(() => {
            if (isReturned) return
            isReturned = true
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

  return { take }
}
