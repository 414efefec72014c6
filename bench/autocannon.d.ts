/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method?: 'GET' | 'POST'
    path?: string
    headers?: Record<string, string>
    body?: string
  }

  interface LoadOptions {
    url: string
    connections: number
    /** Seconds; may be a fraction. */
    duration: number
    /** Milliseconds between two checks of whether the time is over. */
    sampleInt?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    /** Each connection sends these in turn. */
    requests?: Request[]
    /** Called for each connection, before it sends anything. */
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void
    tlsOptions?: { rejectUnauthorized: boolean }
  }

  interface LoadResult {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
  }

  export default function autocannon(options: LoadOptions): EventEmitter & PromiseLike<LoadResult>
}
