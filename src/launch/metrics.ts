import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { App } from '../app.ts'
import { readQueueFigures } from '../features/webhooks/health/service.ts'

/** Metrics are for the machine itself: whoever collects them elsewhere asks through it. */
const HOST = '127.0.0.1'

/**
 * Serves what the process counts at `/metrics`, and what waits in the database with it. Another process of this machine may
 * have the port already: then this one goes without, and the log says so.
 */
export async function serveMetrics(app: App, port: number): Promise<{ port: number; close(): Promise<void> }> {
  const { registry } = app.metrics
  collectDefaultMetrics({ register: registry })
  const readQueue = queueGauges(app)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n')
      return
    }
    // What the process itself counts is told also while the database is away.
    await readQueue().catch((error: unknown) => app.log.warn({ error }, 'the queue could not be counted'))
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      app.log.warn({ error, port }, 'metrics are not served')
      resolve()
    })
    server.listen(port, HOST, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
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
    const figures = await readQueueFigures(app)
    for (const state of ['due', 'scheduled', 'sending'] as const) queued.set({ state }, figures[state])
    lag.set(figures.lagSeconds)
    lanes.set(figures.lanes)
  }
}
