import autocannon from 'autocannon'
import { quantile } from '../quantile.ts'
import { CONNECTIONS, type LoadResult, type RawLoad } from './raw.ts'

const POLL_MS = 50

export async function loadFromAutocannon(
  url: string,
  { method, requests: given, isDivided }: RawLoad,
  seconds: number,
): Promise<LoadResult & { failed: number }> {
  const latenciesMs: number[] = []
  const requests = given.map((request) => ({ method, ...request }))
  let clients = 0
  const startedMs = performance.now()
  const run = autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: POLL_MS,
    tlsOptions: { rejectUnauthorized: false },
    requests,
    ...(isDivided && {
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
  const { non2xx, errors, timeouts } = await run
  return {
    answered: latenciesMs.length,
    failed: non2xx + errors + timeouts,
    seconds: (performance.now() - startedMs) / 1000,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  }
}
