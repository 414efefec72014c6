import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { type DatabaseTrouble, isConflict, troubleOf } from '../../platform/database/trouble.ts'
import { ObjectStoreAway } from '../../platform/objects/store.ts'
import { html, type Markup } from '../../shared/html/html.ts'
import { renderSmallPage, SMALL_PAGE_HEADERS } from '../../shared/html/small-page.ts'
import { Problem } from '../../shared/problem.ts'
import { ScimProblem } from '../../shared/scim-problem.ts'
import { API_HEADERS, type Hsts } from '../../shared/security-headers.ts'
import { endsConnection } from '../connections/registry.ts'
import { payloadTooLarge } from '../requests/body.ts'
import { traceIdOf } from '../requests/origin.ts'
import { toProblem } from '../requests/validation.ts'
import { recordTrouble } from './database-trouble.ts'

const SCIM_PATH = '/scim/'

/** Turns a thrown value into a problem of the catalogue. Logs server faults, but not refusals under overload. */
export function answerError(app: App) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(error, request)
    const trouble = troubleOf(error)
    if (trouble) recordTrouble(app, trouble)
    if (problem.code === 'RATE_LIMITED') app.metrics.requestsLimited.inc({ api: apiOf(request.url) })
    const isRefusal = error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE'
    if (problem.status >= 500 && !isRefusal)
      app.log.error(
        {
          event: 'http.request.failed',
          error,
          requestId: request.id,
          url: request.routeOptions.url,
          traceId: traceIdOf(request),
        },
        'a request failed',
      )
    // Fastify closes the connection after a body that is too large. Most such bodies are discarded instead, so the
    // connection can stay open.
    if (problem.code === 'PAYLOAD_TOO_LARGE' && !endsConnection(request.raw)) reply.removeHeader('Connection')
    sendProblem(problem, request, reply)
  }
}

const APIS = [
  ['/api/v1/partner/', 'partner'],
  ['/api/v1/distributor/', 'distributor'],
  ['/portal/api/', 'portal'],
  [SCIM_PATH, 'scim'],
] as const

const apiOf = (url: string): string => APIS.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'pages'

/** Answers a request whose URL cannot be routed, so that no hook runs, and records it. */
export function answerUnroutable(
  hsts: Hsts | undefined,
  record: (request: FastifyRequest, reply: FastifyReply) => void,
) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isSecure = request.protocol === 'https'
    reply.headers({ 'X-Request-Id': request.id, ...API_HEADERS, ...(isSecure && hsts) })
    const isBadAddress = error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH'
    const code = !isSecure ? 'HTTPS_REQUIRED' : isBadAddress ? 'NOT_FOUND' : 'INTERNAL_ERROR'
    sendProblem(new Problem(code), request, reply)
    record(request, reply)
  }
}

/** The error format of SCIM: RFC 7644, 3.12. */
function sendScimProblem(problem: Problem, reply: FastifyReply): void {
  const { code, status, message, headers } = problem
  const scimType = problem instanceof ScimProblem ? problem.scimType : SCIM_TYPES[code]
  reply
    .code(status)
    .headers({ 'Cache-Control': API_HEADERS['Cache-Control'], ...headers })
    .type('application/scim+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: message,
    })
}

const SCIM_TYPES: Readonly<Partial<Record<Problem['code'], string>>> = {
  INVALID_JSON: 'invalidSyntax',
  INVALID_FIELD: 'invalidValue',
  DUPLICATE_ITEM: 'uniqueness',
}

/** Whether a person opened a page or sent a form, and should see a page instead of JSON. */
const isPage = ({ method, url, headers }: FastifyRequest, wanted: 'GET' | 'POST'): boolean =>
  method === wanted && !/^\/(portal\/)?api\//.test(url) && (headers.accept?.includes('text/html') ?? false)

/** The problem as a page; its last line says what to do or to report. */
function sendProblemPage(
  { status, message, headers }: Problem,
  reply: FastifyReply,
  { title, last }: { title: string; last: Markup },
): void {
  reply
    .code(status)
    .headers({ ...SMALL_PAGE_HEADERS, ...headers })
    .send(renderSmallPage(title, html`<h1>${title}</h1><p>${message}</p>${last}`))
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { code, status, message, details, headers } = problem
  if (request.url.startsWith(SCIM_PATH)) return sendScimProblem(problem, reply)
  if (code === 'RATE_LIMITED' && isPage(request, 'POST')) {
    const last = html`<p>Go back, and send the form once more.</p>`
    return sendProblemPage(problem, reply, { title: 'Try again in a moment', last })
  }
  if (isPage(request, 'GET')) {
    const title = code === 'NOT_FOUND' ? 'There is nothing here' : 'This page cannot be shown'
    const last = html`<p class="soft">Request <span class="code">${request.id}</span></p>`
    return sendProblemPage(problem, reply, { title, last })
  }
  reply
    .code(status)
    // Errors must not be cached, whatever headers the route has already set.
    .headers({ 'Cache-Control': API_HEADERS['Cache-Control'], ...headers })
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ error: { code, message, requestId: request.id, ...(details && { details }) } })
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
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge(request.routeOptions.bodyLimit)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('UNSUPPORTED_MEDIA_TYPE')
  if (error.code?.startsWith('FST_ERR_CTP_') || error.statusCode === 400) return new Problem('INVALID_JSON')
  const trouble = troubleOf(error)
  if (trouble) return unavailable(trouble)
  if (error instanceof ObjectStoreAway) return new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '5' } })
  if (isConflict(error)) return new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '1' } })
  return new Problem('INTERNAL_ERROR')
}

const RETRY_AFTER_S = {
  unreachable: 2,
  busy: 1,
  silent: 2,
  'read-only': 5,
  full: 30,
} as const satisfies Record<DatabaseTrouble, number>

/** SERVICE_UNAVAILABLE, with the time after which a database with this trouble may work again. */
const unavailable = (trouble: DatabaseTrouble): Problem =>
  new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': String(RETRY_AFTER_S[trouble]) } })
