import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import type { App } from '../app.ts'
import { createRawAnswers } from '../http/connections/client-errors.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../http/connections/limits.ts'
import { createConnections } from '../http/connections/registry.ts'
import { httpOptions, serveRequests } from '../http/connections/tls-server.ts'
import { createGauges, startCounters } from './metrics/gauges.ts'

export interface MetricsOptions {
  port: number
  /** By default only this machine. */
  host?: string
  /** The bearer token that clients must send; required if other machines can reach the host. */
  token?: string | undefined
  limits?: Partial<ConnectionLimits>
}

/** There are rarely more than two collectors. */
const MAX_CONNECTIONS = 64
const DRAIN_MS = 250

/**
 * Serves the metrics of the process and of the queues in the database at `/metrics`. If the port is in use, for example by
 * another process of the service, logs a warning and serves no metrics.
 */
export async function serveMetrics(
  app: App,
  { port, host = '127.0.0.1', token, limits }: MetricsOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const { registry } = app.metrics
  collectDefaultMetrics({ register: registry })
  const reads = createGauges(app)
  startCounters(app)
  const own = { total: MAX_CONNECTIONS, perAddress: MAX_CONNECTIONS, drainMs: DRAIN_MS }
  const connections = createConnections({ ...CONNECTION_LIMITS, ...own, ...limits }, () => false)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (token !== undefined && !isAuthorized(request, token)) {
      const headers = { 'Content-Type': 'text/plain', 'WWW-Authenticate': 'Bearer' }
      response.writeHead(401, headers).end('Metrics need the token of PLUMBLINE_METRICS_TOKEN.\n')
      return
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n')
      return
    }
    // Metrics of the process are served even if the database cannot be reached.
    for (const read of reads) {
      await read().catch((error: unknown) =>
        app.log.warn({ event: 'metrics.database.failed', error }, 'metrics could not be read from the database'),
      )
    }
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics())
  }
  const server = createServer(httpOptions(connections.limits))
  server.prependListener('connection', (socket: Socket) => {
    if (connections.admit(socket)) connections.open(socket)
  })
  const fail = (response: ServerResponse) => (error: unknown) => {
    app.log.warn({ event: 'metrics.request.failed', error }, 'metrics could not be collected')
    response.destroy()
  }
  serveRequests(server, (request, response) => void answer(request, response).catch(fail(response)), {
    connections,
    ...createRawAnswers(connections),
  })
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      app.log.warn({ event: 'metrics.listen.failed', error, host, port }, 'metrics are not served')
      resolve()
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = new Promise((resolve) => (server.listening ? server.close(resolve) : resolve(undefined)))
      await connections.close()
      await closed
    },
  }
}

/** Compares hashes, because a comparison in constant time needs equal lengths. */
function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'))
}
