import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { traceIdOf } from '../requests/origin.ts'

/** Other methods share a label: a client may send any that HTTP has ever defined. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Records the end of a request, in the log too if `isLogged`. Both have the pattern of its route, because paths have ids and secrets in them. */
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
  // A distributor that acts for a partner is the account, not the partner.
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
