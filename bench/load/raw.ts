/** A load as it is sent. */
export interface RawLoad {
  method: 'GET' | 'POST'
  requests: { path: string; headers: Record<string, string>; body?: string }[]
  /** Sends all other requests before it repeats one, because each key has a limit. */
  isDivided?: boolean
}

export interface LoadResult {
  answered: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

/** How many requests are in flight. */
export const CONNECTIONS = 32
