import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { Problem } from '../ground/problem.ts'
import { isDatabaseAway } from '../platform/database.ts'
import { toProblem } from './validation.ts'

/** Turns whatever was thrown into the catalogue's answer. Only faults of ours are logged. */
export function answerError(app: App) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(error, request)
    if (problem.status >= 500)
      app.log.error({ error, requestId: request.id, url: request.routeOptions.url }, 'request failed')
    const { code, status, message, details, headers } = problem
    reply
      .code(status)
      .headers(headers)
      .type('application/json; charset=utf-8')
      .serializer((body: unknown) => JSON.stringify(body))
      .send({ error: { code, message, requestId: request.id, ...(details && { details }) } })
  }
}

function problemOf(error: FastifyError, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error.validation) {
    const part =
      error.validationContext === 'querystring'
        ? 'querystring'
        : error.validationContext === 'params'
          ? 'params'
          : 'body'
    const input = part === 'body' ? request.body : part === 'params' ? request.params : request.query
    return toProblem(error.validation, request.routeOptions.schema?.[part], input)
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('PAYLOAD_TOO_LARGE')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('UNSUPPORTED_MEDIA_TYPE')
  if (error.code?.startsWith('FST_ERR_CTP_') || error.statusCode === 400) return new Problem('INVALID_JSON')
  if (isDatabaseAway(error)) return new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '2' } })
  return new Problem('INTERNAL_ERROR')
}
