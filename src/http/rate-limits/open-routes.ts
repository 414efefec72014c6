import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Http } from '../../api.ts'
import type { App } from '../../app.ts'
import { addressGroup, isLoopback } from '../../platform/client-address.ts'
import { html } from '../../shared/html/html.ts'
import { renderSmallPage, SMALL_PAGE_HEADERS } from '../../shared/html/small-page.ts'
import { payloadTooLarge } from '../requests/body.ts'
import { createBoundedRateLimiter } from './bounded.ts'
import { secondsText, tooManyRequests } from './too-many-requests.ts'

/** Routes below these paths require a key or a session, which has its own rate. All others are open. */
const KEYED_PATHS = ['/api/v1/partner/', '/api/v1/distributor/', '/portal/api/', '/scim/v2/']

/** Limit for the body of an open route, unless the route declares another. */
const FORM_MAX_BYTES = 4096

/** Together at most about 10 MB of counters. */
const MAX_ADDRESSES = 50_000
const MAX_LINKS = 50_000

/** How many passwords, codes and links one address may try a minute, on all routes together. */
const TRY_RATE = 20

/** A page loads a dozen files. Browsers cache them, but after an update everybody in an office loads them again. */
const FILES_FACTOR = 10

const READ_COST = 1
const FORM_COST = 6

export interface OpenRouteLimits {
  /** Requests a minute from one address. */
  addressRate: number
  /** Requests a minute with one link. */
  linkRate: number
  /** Overrides `TRY_RATE`. */
  tryRate?: number
  /** Addresses that are not limited, such as proxies. */
  isTrusted: (address: string) => boolean
}

type Guard = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/**
 * Limits every route without a key that is declared afterwards: per address, by the size of its body, and per link, in
 * this order and before the route's own hooks.
 */
export function limitOpenRoutes(http: Http, app: App, limits: OpenRouteLimits): void {
  const nowMs = (): number => app.now().getTime()
  const addresses = createBoundedRateLimiter(nowMs, MAX_ADDRESSES)
  const files = createBoundedRateLimiter(nowMs, MAX_ADDRESSES)
  const tries = createBoundedRateLimiter(nowMs, MAX_ADDRESSES)
  const links = createBoundedRateLimiter(nowMs, MAX_LINKS)

  const guardOf = (route: RouteOptions, bodyLimit: number): Guard => {
    const {
      isProbe = false,
      isTry = false,
      isPageFile = false,
      addressRate = limits.addressRate,
      linkCost = route.method === 'POST' ? FORM_COST : READ_COST,
    } = route.config ?? {}
    return (request, reply, done) => {
      if (!isExempt(request, isProbe, limits)) {
        const [counted, rate] = isPageFile ? [files, addressRate * FILES_FACTOR] : [addresses, addressRate]
        const taken = counted.take(addressGroup(request.ip), rate)
        if (!taken.allowed) return refuse(request, reply, taken.retryAfterS)
      }
      if (isTry) {
        const taken = tries.take(addressGroup(request.ip), limits.tryRate ?? TRY_RATE)
        if (!taken.allowed) return refuse(request, reply, taken.retryAfterS)
      }
      requireSmallBody(request, bodyLimit)
      const cost = typeof linkCost === 'number' ? linkCost : linkCost(request)
      const link = cost > 0 ? linkOf(request) : undefined
      if (link !== undefined) {
        const taken = links.take(link, limits.linkRate, cost)
        if (!taken.allowed) return refuse(request, reply, taken.retryAfterS)
      }
      done()
    }
  }

  http.addHook('onRoute', (route) => {
    if (KEYED_PATHS.some((path) => route.url.startsWith(path))) return
    route.bodyLimit ??= FORM_MAX_BYTES
    route.onRequest = [guardOf(route, route.bodyLimit), ...[route.onRequest ?? []].flat()]
  })
}

/** Whether a request is not limited: those of trusted peers, and probes from this machine. */
function isExempt(request: FastifyRequest, isProbe: boolean, { isTrusted }: OpenRouteLimits): boolean {
  const { ip } = request
  return isTrusted(ip) || (isProbe && ip === request.socket.remoteAddress && isLoopback(ip))
}

/** Checks the declared length before reading; Fastify limits a body without one while it reads. */
function requireSmallBody({ headers }: FastifyRequest, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes)
}

/**
 * Identifies the link that a request uses: the token in its path or else all variable parts, with the signature or state of
 * its query. A hash, so that every link takes the same memory.
 */
function linkOf({ params, query, routeOptions }: FastifyRequest): string | undefined {
  const { signature, state } = Object(query)
  const { token, ...others } = Object(params)
  const path = token === undefined ? Object.values(others) : [token]
  const parts: unknown[] = [...path, signature, state].filter((part) => part !== undefined)
  if (parts.length === 0) return undefined
  const [, page] = routeOptions.url?.split('/') ?? []
  return hash('sha256', JSON.stringify([page, ...parts]), 'base64')
}

/** Browsers get a page, API clients a problem. */
function refuse(request: FastifyRequest, reply: FastifyReply, retryAfterS: number): void {
  const problem = tooManyRequests(retryAfterS)
  if (request.url.startsWith('/api/') || !request.headers.accept?.includes('text/html')) throw problem
  const page = renderSmallPage(
    'Too many requests',
    html`<h1>Too many requests</h1>
<p>This page was requested too often within a minute. Wait ${secondsText(retryAfterS)}, then load it again.</p>`,
  )
  reply
    .code(problem.status)
    .headers({ ...SMALL_PAGE_HEADERS, ...problem.headers })
    .send(page)
}
