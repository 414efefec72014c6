import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { traceIdOf } from '../requests/origin.ts'

/** Other methods share one label, because a client may send any method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Records the end of a request in the metrics, and in the log if `isLogged`. Both show the pattern of its route,
 * because paths contain ids and secrets.
 */
export function recordRequest(app: App, request: FastifyRequest, reply: FastifyReply, isLogged: boolean): void {
  const { url: route = 'none', config } = request.routeOptions
  const method = METHODS.has(request.method) ? request.method : 'other'
  if (!config?.isStream)
    app.metrics.requestSeconds.observe({ route, method, status: statusClass(reply) }, reply.elapsedTime / 1000)
  request.span?.end({
    name: `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'plumbline.request.id': request.id,
    },
    failed: reply.statusCode >= 500,
  })
  if (!isLogged) return
  const { id: requestId, actor, distributor, provisioner } = request
  // If a distributor acts for a partner, the account is that of the distributor.
  const accountId =
    (distributor ?? actor)?.accountId ?? distributor?.distributorId ?? actor?.partnerId ?? provisioner?.account.id
  const traceId = traceIdOf(request)
  const more = { ...(accountId !== undefined && { accountId }), ...(traceId !== undefined && { traceId }) }
  const status = reply.raw.headersSent ? reply.statusCode : 0
  const ms = Math.round(reply.elapsedTime * 10) / 10
  app.log.info({ event: 'http.request', requestId, method, route, status, ms, ...more }, 'a request ended')
}

/** The first digit, or `aborted` if the client left before there was a response. */
const statusClass = ({ raw, statusCode }: FastifyReply): string =>
  raw.headersSent ? `${Math.floor(statusCode / 100)}xx` : 'aborted'
