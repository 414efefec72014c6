/** A map that contains only the most recently set entries, up to a maximum number. */
export interface RecentMap<T> {
  get(key: string): T | undefined
  /** Makes the entry the most recent one, and forgets the oldest if there are too many. */
  set(key: string, value: T): void
}

export function createRecentMap<T>(maxEntries: number): RecentMap<T> {
  const entries = new Map<string, T>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
