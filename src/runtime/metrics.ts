import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { App } from '../app.ts'
import { getMailFigures } from '../features/mail/sending/service.ts'
import { listRetentionFigures } from '../features/retention/service.ts'
import { getQueueFigures } from '../features/webhooks/health/service.ts'
import { createRawAnswers } from '../http/connections/client-errors.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../http/connections/limits.ts'
import { createConnections } from '../http/connections/registry.ts'
import { httpOptions, serveRequests } from '../http/connections/tls-server.ts'
import { countLiveWorkers } from '../platform/jobs/heartbeat.ts'

/** Only this machine: a remote collector needs an agent or a tunnel here. */
const HOST = '127.0.0.1'

/** All collectors are on this machine, and there are rarely more than two. */
const MAX_CONNECTIONS = 64
const DRAIN_MS = 250

/**
 * Serves the metrics of the process and of the queues in the database at `/metrics`. If the port is in use, for example by
 * another process of the service, logs a warning and serves no metrics.
 */
export async function serveMetrics(
  app: App,
  port: number,
  limits: Partial<ConnectionLimits> = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const { registry } = app.metrics
  collectDefaultMetrics({ register: registry })
  const reads = [workerGauge(app), queueGauges(app), mailGauges(app), retentionGauges(app)]
  const own = { total: MAX_CONNECTIONS, perAddress: MAX_CONNECTIONS, drainMs: DRAIN_MS }
  const connections = createConnections({ ...CONNECTION_LIMITS, ...own, ...limits }, () => false)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
      app.log.warn({ event: 'metrics.listen.failed', error, port }, 'metrics are not served')
      resolve()
    })
    server.listen(port, HOST, resolve)
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

function workerGauge(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const alive = new Gauge({
    name: 'plumbline_workers_alive',
    help: 'Workers with a recent heartbeat, in all processes on this database.',
    registers,
  })
  return async () => alive.set(await countLiveWorkers(app.db))
}

function queueGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const queued = new Gauge({
    name: 'plumbline_webhook_deliveries',
    help: 'Webhook deliveries that have not ended: due, scheduled for a retry, sending.',
    labelNames: ['state'],
    registers,
  })
  const lag = new Gauge({
    name: 'plumbline_webhook_lag_seconds',
    help: 'How long the oldest due delivery has waited; paused webhooks are left out.',
    registers,
  })
  const lanes = new Gauge({ name: 'plumbline_webhook_lanes', help: 'Webhooks with deliveries to send.', registers })
  return async () => {
    const figures = await getQueueFigures(app)
    for (const state of ['due', 'scheduled', 'sending'] as const) queued.set({ state }, figures[state])
    lag.set(figures.lagSeconds)
    lanes.set(figures.lanes)
  }
}

function mailGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const waiting = new Gauge({
    name: 'plumbline_mails_waiting',
    help: 'E-mails that wait, by what for: the daily quota of their account or address, or a digest.',
    labelNames: ['reason'],
    registers,
  })
  const queued = new Gauge({
    name: 'plumbline_mails_queued',
    help: 'E-mails on their way to the mail server.',
    registers,
  })
  const age = new Gauge({
    name: 'plumbline_mails_oldest_seconds',
    help: 'How long ago the oldest e-mail was made that waits or is on its way.',
    registers,
  })
  return async () => {
    const figures = await getMailFigures(app)
    for (const reason of ['account', 'address', 'digest'] as const) waiting.set({ reason }, figures[reason])
    queued.set(figures.queued)
    age.set(figures.oldestSeconds)
  }
}

function retentionGauges(app: App): () => Promise<void> {
  const registers = [app.metrics.registry]
  const labelNames = ['kind']
  const rows = new Gauge({
    name: 'plumbline_rows',
    help: 'Rows by kind, as the database estimates them.',
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: 'plumbline_oldest_row_seconds',
    help: 'Age of the oldest row by kind; 0 where there is none.',
    labelNames,
    registers,
  })
  return async () => {
    for (const figure of await listRetentionFigures(app)) {
      const { kind, oldestAt } = figure
      rows.set({ kind }, figure.rows)
      oldest.set({ kind }, oldestAt ? Math.max(0, (app.now().getTime() - oldestAt.getTime()) / 1000) : 0)
    }
  }
}
