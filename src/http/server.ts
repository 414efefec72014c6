import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { createStreams } from '../features/portal/stream/service.ts'
import { parseTrustedPeers } from '../platform/client-address.ts'
import { newId } from '../shared/ids.ts'
import { Problem } from '../shared/problem.ts'
import { API_HEADERS, hstsOf } from '../shared/security-headers.ts'
import { createRawAnswers } from './connections/client-errors.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections/limits.ts'
import { createConnections } from './connections/registry.ts'
import { createDualServer } from './connections/tls-server.ts'
import type { PortalFiles } from './portal-files.ts'
import { createRateLimiter, type RateLimiter } from './rate-limits/exact.ts'
import { limitOpenRoutes } from './rate-limits/open-routes.ts'
import { ignoreBody, parseBody, requireBody } from './requests/body.ts'
import { readIdempotencyKey } from './requests/idempotency-key.ts'
import { refuseUnknownRoutes } from './requests/known-routes.ts'
import { toPath } from './requests/target.ts'
import { findUnknownFields, isStrict, refuseUnknownFields } from './requests/unknown-fields.ts'
import { compileValidator, validateRow } from './requests/validation.ts'
import { answerError, answerUnroutable } from './responses/errors.ts'
import { recordRequest } from './responses/record.ts'
import { compileSerializer } from './responses/serialization.ts'
import { registerRoutes } from './routes.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** Longer than any request line, so that requests with ids of any length reach the key check and get 404. */
const MAX_PARAM_CHARACTERS = 100_000

export interface ServerOptions {
  tls: { cert: string; key: string }
  baseUrl: string
  /** The file of the certificate authority that callers on this machine need; absent if theirs knows the certificate. */
  caFile?: string | undefined
  trustProxy: string[]
  partnerRate: number
  distributorRate: number
  /** Requests a minute of each session of the portal; 600 by default. */
  sessionRate?: number
  /** Requests a minute from one address, and with one link, to routes without a key. */
  addressRate: number
  linkRate: number
  /** Tries of passwords and codes a minute from one address; by default 20. */
  tryRate?: number
  /** Overrides of `CONNECTION_LIMITS`. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Whether each request is logged; by default it is not. */
  accessLog?: 'on' | 'off'
  /** By default one that is local to this process. */
  limiter?: RateLimiter
  /** The built client of the portal; without it, the screens are not served. */
  portal?: PortalFiles
  /** The database whose notifications feed the streams of the portal; without it, the portal has no streams. */
  databaseUrl?: string | undefined
  /** Called before the first route is declared. */
  beforeRoutes?: (http: Http) => Promise<void>
}

/** The HTTP server, ready to listen. It checks in this order: HTTPS, route, key, account, rate, body, use case. */
export async function createServer(app: App, options: ServerOptions): Promise<{ http: Http; drain: () => void }> {
  let draining = false
  const isTrusted = parseTrustedPeers(options.trustProxy)
  const connections = createConnections({ ...CONNECTION_LIMITS, ...options.connectionLimits }, isTrusted)
  const hsts = hstsOf(options.baseUrl)
  const record: Step = (request, reply) => recordRequest(app, request, reply, options.accessLog === 'on')
  const rawAnswers = createRawAnswers(connections, hsts)
  const http: Http = fastify({
    serverFactory: (handler) => createDualServer(handler, { tls: options.tls, connections, ...rawAnswers }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => newId('req'),
    requestIdHeader: false,
    rewriteUrl: (request) => toPath(request.url ?? '/'),
    // Our own hook answers requests that arrive while the server closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnroutable(hsts, record),
    // The servers answer these themselves: Fastify attaches its handler only to the first of two servers on localhost.
    clientErrorHandler: () => {},
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_CHARACTERS },
  }).withTypeProvider<TypeBoxTypeProvider>()

  decorateRequests(http)
  http.setValidatorCompiler(compileValidator)
  http.setSerializerCompiler(compileSerializer)
  http.setErrorHandler(answerError(app))
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: Parameters<typeof parseBody>[0], bytes: Buffer) => parseBody(request, bytes),
  )
  const headers = { ...API_HEADERS, ...hsts }
  const enter: Step = (request, reply) => {
    reply.header('X-Request-Id', request.id)
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    if (app.tracing) request.span = app.tracing.start(request.method, { kind: 'server', parent })
    if (request.protocol !== 'https') {
      reply.headers(API_HEADERS)
      throw new Problem('HTTPS_REQUIRED')
    }
    reply.headers(headers)
    requireUnderstood(request)
    if (draining) throw new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '5', Connection: 'close' } })
  }
  http.addHook('onRequest', atOnce(enter))
  http.addHook('onResponse', atOnce(record))
  refuseUnknownRoutes(http)
  limitOpenRoutes(http, app, { ...options, isTrusted })
  http.addHook('onRequest', atOnce(ignoreBody))
  http.addHook('preValidation', atOnce(requireBody))
  http.addHook('preHandler', atOnce(refuseUnknownFields))
  http.addHook('preHandler', atOnce(readIdempotencyKey))

  http.addHook('preClose', (done) => {
    void connections.close()
    done()
  })
  // Also closes the connections of servers for which Fastify does not wait.
  http.addHook('onClose', () => connections.close())

  await options.beforeRoutes?.(http)
  const streams = createStreams(app, options.databaseUrl)
  http.addHook('preClose', () => streams.close())
  await registerRoutes(http, app, {
    ...options,
    streams,
    limiter: options.limiter ?? createRateLimiter(() => app.now().getTime()),
  })
  return {
    http,
    drain: () => {
      draining = true
    },
  }
}

function decorateRequests(http: Http): void {
  http.decorateRequest('validateRow', function validateKnownRow(schema, input) {
    return findUnknownFields(this, schema, input) ?? validateRow(schema, input)
  })
  http.decorateRequest('isStrict', {
    getter() {
      return isStrict(this)
    },
  })
  http.decorateRequest('idempotency', undefined)
  http.decorateRequest('span', undefined)
}

/** Refuses in our error shape what Node would refuse in its own: an unknown expectation, or a request without a host. */
function requireUnderstood({ headers, raw }: FastifyRequest): void {
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new Problem('EXPECTATION_FAILED')
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Problem('INVALID_JSON', { message: 'The request has no Host header.' })
}

type Step = (request: FastifyRequest, reply: FastifyReply) => void

/** A hook for a synchronous step. An async function would cost every request one more microtask. */
const atOnce =
  (step: Step) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    step(request, reply)
    done()
  }
