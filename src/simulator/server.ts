import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type Contents, contentsOf } from './content/contents.ts'
import { startOfDay } from './content/primitives/calendar.ts'
import { answerBatch } from './graph/batch.ts'
import { type AnswerGraph, createGraph } from './graph/graph.ts'
import { type Reply, type Request, reply } from './responses/reply.ts'
import { createThrottle, type TenantStats, type Throttle } from './responses/throttle.ts'
import { createCodes, type SimulatorApplication } from './sign-in/authorize.ts'
import { createIdTokens } from './sign-in/id-tokens.ts'
import { answerSignIn, type SignInContext } from './sign-in/sign-in.ts'
import { createTokens } from './sign-in/tokens.ts'
import { createRecentMap } from './tenants/recent-map.ts'
import type { Recipe } from './tenants/recipes.ts'

export interface SimulatorOptions {
  host: string
  /** 0 for any free port. */
  port: number
  /** The host in its own address and in links to further pages; by default localhost. */
  publicHost?: string
  /** PEM of the certificate and of its key; it must be valid for `publicHost`. */
  cert: string
  key: string
  now?: () => Date
  /** The application that tenants have consented to. */
  clientId: string
  clientSecret: string
  /** Redirect URIs for consent and sign-in; by default none. */
  redirectUris?: readonly string[]
}

export interface Simulator {
  /** `https://HOST:PORT`, both Graph and the sign-in service. */
  url: string
  /** Requests to a tenant since the start, by rate class. */
  stats(tenantId: string): TenantStats
  /** Number of requests with this tenant in their path since the start: consent, sign-in and tokens. */
  signIns(tenantId: string): number
  /** Forgets that a tenant approved the application here. */
  forgetConsent(tenantId: string): void
  /** May be changed while it runs. */
  application: SimulatorApplication
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1_000_000

/**
 * Tenants whose data stay in memory: more than are read at the same time, so that a run does not generate them twice.
 */
const MAX_CONTENTS = 24
/** Tenants whose requests are counted. */
const MAX_THROTTLES = 1_000

/**
 * Starts the simulator: a sign-in service and Graph for the sample tenants and all generated ones, over HTTPS. The data of a
 * tenant are generated on the first request, and again each day, so that "last seen yesterday" stays true.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const now = options.now ?? (() => new Date())
  const throttles = createRecentMap<Throttle>(MAX_THROTTLES)
  const throttleOf = (tenantId: string): Throttle => {
    const throttle = throttles.get(tenantId.toLowerCase()) ?? createThrottle()
    throttles.set(tenantId.toLowerCase(), throttle)
    return throttle
  }
  const server = createServer({ cert: options.cert, key: options.key })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const origin = `https://${options.publicHost ?? 'localhost'}:${port}`
  const tokens = createTokens()
  const { clientId, clientSecret } = options
  const consented = new Set<string>()
  const application: SimulatorApplication = {
    redirectUris: options.redirectUris ?? [],
    groupMembershipClaims: 'DirectoryRole',
  }
  const services = { tokens, idTokens: createIdTokens(), codes: createCodes() }
  const signIn: SignInContext = { origin, clientId, clientSecret, consented, application, ...services, now }
  const requestCounts = new Map<string, number>()
  const count = ({ target }: Request): void => {
    const tenant = (target.split('/')[1] ?? '').toLowerCase()
    requestCounts.set(tenant, (requestCounts.get(tenant) ?? 0) + 1)
  }
  const graph = createGraph({ origin, tokens, now, contents: cacheByDay(now), throttle: throttleOf })
  server.on('request', (incoming, outgoing) => {
    void handle(incoming, outgoing, (request) => {
      count(request)
      return answer(signIn, graph, request)
    })
  })
  return {
    url: origin,
    stats: (tenantId) => throttleOf(tenantId).stats(),
    signIns: (tenantId) => requestCounts.get(tenantId.toLowerCase()) ?? 0,
    forgetConsent: (tenantId) => consented.delete(tenantId.toLowerCase()),
    application,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function cacheByDay(now: () => Date): (recipe: Recipe) => Contents {
  const cache = createRecentMap<{ day: number; contents: Contents }>(MAX_CONTENTS)
  return (recipe) => {
    const day = startOfDay(now())
    const known = cache.get(recipe.tenantId)
    const contents = known?.day === day ? known.contents : contentsOf(recipe, day)
    cache.set(recipe.tenantId, { day, contents })
    return contents
  }
}

async function answer(signIn: SignInContext, graph: AnswerGraph, request: Request): Promise<Reply> {
  if (!/^\/(v1\.0|beta)\//.test(request.target)) return answerSignIn(signIn, request) ?? reply(404, undefined)
  return (await answerBatch(graph, request, signIn.now())) ?? graph(request)
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answerRequest: (request: Request) => Promise<Reply>,
): Promise<void> {
  try {
    const body = await readBody(incoming)
    const { method = 'GET', url: target = '/', headers } = incoming
    write(outgoing, body === undefined ? reply(413, undefined) : await answerRequest({ method, target, headers, body }))
  } catch (error) {
    // Clients that disconnect also end here; writing to them has no effect.
    const status = error instanceof URIError ? 400 : 500
    const message = error instanceof Error ? error.message : 'unknown error'
    write(outgoing, reply(status, { error: { code: status === 400 ? 'BadRequest' : 'InternalServerError', message } }))
  }
}

async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function write(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const type =
    typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json;odata.metadata=minimal;charset=utf-8'
  outgoing.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers })
  outgoing.end(typeof body === 'object' ? JSON.stringify(body) : body)
}
