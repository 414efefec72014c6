/**
 * Passes a value on at once, and those of the same key that follow within `ms` as one, the newest, when that time is over.
 * `close` drops what waits.
 */
export function createThrottle<T>(ms: number, pass: (value: T) => void) {
  const waiting = new Map<string, { timer: NodeJS.Timeout; next?: T }>()
  const send = (key: string, value: T): void => {
    const timer = setTimeout(() => {
      const next = waiting.get(key)?.next
      waiting.delete(key)
      if (next !== undefined) send(key, next)
    }, ms)
    waiting.set(key, { timer: timer.unref() })
    pass(value)
  }
  return {
    push(key: string, value: T): void {
      const entry = waiting.get(key)
      if (entry) entry.next = value
      else send(key, value)
    },
    close(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
