import autocannon from 'autocannon'

/** The requests of a load; each connection repeats all of them in turn. */
export interface Load {
  method: 'GET' | 'POST'
  requests: { path: string; key: string; body?: unknown }[]
  /** Each connection has a part of the requests for itself, and begins anywhere in it. */
  isDivided?: boolean
}

export interface LoadResult {
  answered: number
  seconds: number
  /** Of every response. */
  latenciesMs: number[]
}

const CONNECTIONS = 16
const LOOK_MS = 50

/** Sends requests over 16 connections for this many seconds. Throws if one did not succeed. */
export async function sendLoad(url: string, load: Load, seconds: number): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const requests = load.requests.map(({ path, key, body }) => ({
    method: load.method,
    path,
    headers: { 'x-partner-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }))
  let clients = 0
  const startedMs = performance.now()
  const run = autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: LOOK_MS,
    tlsOptions: { rejectUnauthorized: false },
    requests,
    ...(load.isDivided && {
      setupClient(client) {
        const own = requests.filter((_, index) => index % CONNECTIONS === clients % CONNECTIONS)
        clients++
        const start = Math.floor(Math.random() * own.length)
        client.setRequests([...own.slice(start), ...own.slice(0, start)])
      },
    }),
  })
  run.on('response', (_client: unknown, _status: number, _bytes: number, responseMs: number) => {
    latenciesMs.push(responseMs)
  })
  const result = await run
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} of ${latenciesMs.length} requests to ${url} failed`)
  return { answered: latenciesMs.length, seconds: (performance.now() - startedMs) / 1000, latenciesMs }
}

/** The quantile of the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
