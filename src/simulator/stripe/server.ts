import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Counts, rateLimited, respond, serverError, toAnswer } from './api/respond.ts'
import { completeSession } from './billing/cards.ts'
import { closeDispute, openDispute } from './billing/disputes.ts'
import { emit } from './billing/events.ts'
import { catchUp } from './billing/timeline.ts'
import { answerPage } from './pages/pages.ts'
import { Failure } from './protocol/failures.ts'
import { createFaults, type Fault, type Faults } from './protocol/faults.ts'
import { createIdempotencyKeys } from './protocol/idempotency.ts'
import { API_VERSION } from './schemas/schemas.ts'
import { restoreWorld, saveWorld } from './state/saved.ts'
import { type AccountSettings, createWorld, type World } from './state/world.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface StripeOptions {
  /** 0, the default, for any free port. */
  port?: number
  /** The time of the account, in milliseconds; by default that of the machine. It must not go back. */
  now?: () => number
  /** PEM of the authority that signed the certificates of webhook endpoints. */
  ca?: string
  /** An account of an earlier start, as `save` returned it. */
  saved?: Buffer
}

/** The running server, with the controls for tests and the sandbox. */
export interface StripeSimulator {
  host: string
  port: number
  /** `http://127.0.0.1:PORT` */
  url: string
  world: World
  faults: Faults
  webhooks: Webhooks
  /** Faults of the simulator itself, which it answered with 500. Tests expect none. */
  mistakes: string[]
  /** Validated calls by route. */
  counts: Counts
  settings: AccountSettings
  /** Advances the time of everything without a test clock, and carries out what becomes due. */
  advance(seconds: number): void
  /** Makes the next payment of a customer fail with a decline code or `authentication_required`. */
  declineNext(customerId: string, code?: string): void
  /** Opens a dispute about the payment of an invoice, and returns its id. */
  dispute(invoiceId: string): string
  /** Ends a dispute. */
  closeDispute(disputeId: string, status: 'won' | 'lost'): void
  /** Enters a test card in a Checkout session, as its page does; the card by its name, as `pm_card_visa`. */
  completeCheckout(sessionId: string, card?: string): void
  /** Emits an event that nothing in the simulator causes, such as `charge.refunded`. */
  emit(type: string, object: Record<string, unknown>): void
  /** Deletes all Idempotency-Keys, as Stripe does after a day. */
  forgetKeys(): void
  /** Sends all events to an address, signed with this secret; may be called again for the same address. */
  setEndpoint(url: string, secret: string): void
  /** Carries out what is due now; otherwise the next request does so. */
  catchUp(): void
  /** Everything in the account, for a later start. */
  save(): Buffer
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 1_000_000

/** Starts a simulated Stripe on loopback, for `new Stripe('sk_test_123', { host, port, protocol: 'http' })`. */
export async function startStripe(options: StripeOptions = {}): Promise<StripeSimulator> {
  const now = options.now ?? Date.now
  let offset = 0
  const world = createWorld(() => Math.floor(now() / 1000) + offset)
  if (options.saved) offset = restoreWorld(world, options.saved)
  const webhooks = createWebhooks(world, options.ca)
  world.publish = webhooks.publish
  const faults = createFaults()
  const keys = createIdempotencyKeys()
  const counts: Counts = new Map()
  const stopping = new AbortController()
  const account = { world, keys, counts, wait: (ms: number) => waitFor(ms, stopping.signal) }
  const mistakes: string[] = []
  const controls = {
    faults,
    webhooks,
    advance(seconds: number) {
      offset += seconds
      catchUp(world)
    },
    ...controlsOf(world),
  }
  let requests = 0
  const server = createServer((incoming, outgoing) => {
    requests += 1
    const id = `req_${requests.toString(36).padStart(10, '0')}`
    answer(incoming, outgoing, id).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      mistakes.push(message)
      const failure = new Failure(500, 'api_error', `The simulated Stripe is wrong: ${message}`)
      send(outgoing, { ...toAnswer(failure, id), headers: { 'stripe-should-retry': 'false' } }, undefined)
    })
  })
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse, id: string): Promise<void> => {
    // A client that has disconnected does not receive this answer.
    const body = await readBody(incoming).catch(() => undefined)
    if (body === undefined) return void outgoing.writeHead(413).end()
    const { method = 'GET', headers } = incoming
    const { pathname: path, search } = new URL(incoming.url ?? '/', 'http://localhost')
    catchUp(world)
    if (!path.startsWith('/v1/')) {
      const reply = answerPage(world, controls, { method, path, form: body })
      outgoing.writeHead(reply.status, reply.headers).end(reply.body)
      return
    }
    const fault = faults.take(method, path)
    if (fault?.kind === 'cut-before') return void incoming.socket.destroy()
    const refusal = fault && REFUSALS[fault.kind]?.()
    const form = body === '' ? search.slice(1) : body
    const reply = refusal
      ? { ...toAnswer(refusal, id), headers: { 'request-id': id } }
      : await respond(account, { id, method, path, form, headers }, fault)
    if (fault?.kind === 'cut-after') return void incoming.socket.destroy()
    send(outgoing, reply, fault)
  }
  const port = await listen(server, options.port ?? 0)
  world.origin = `http://${HOST}:${port}`
  return {
    host: HOST,
    port,
    url: world.origin,
    world,
    mistakes,
    counts,
    settings: world.settings,
    ...controls,
    forgetKeys: () => keys.clear(),
    save: () => saveWorld(world, offset),
    async close() {
      stopping.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await webhooks.idle()
    },
  }
}

/** Returns the port. */
async function listen(server: Server, wanted: number): Promise<number> {
  server.listen(wanted, HOST)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** The controls that change only the account. */
const controlsOf = (
  world: World,
): Pick<
  StripeSimulator,
  'declineNext' | 'dispute' | 'closeDispute' | 'completeCheckout' | 'emit' | 'setEndpoint' | 'catchUp'
> => ({
  declineNext: (id, code = 'generic_decline') => void requireFound(world.customers.get(id), id).nextDeclines.push(code),
  dispute: (id) => openDispute(world, requireFound(world.invoices.get(id), id)).id,
  closeDispute: (id, status) => closeDispute(world, requireFound(world.disputes.get(id), id), status),
  completeCheckout: (id, card = 'pm_card_visa') =>
    completeSession(world, requireFound(world.checkoutSessions.get(id), id), card),
  emit: (type, object) => emit(world, type, object),
  setEndpoint: (url, secret) => setEndpoint(world, url, secret),
  catchUp: () => catchUp(world),
})

function setEndpoint(world: World, url: string, secret: string): void {
  for (const { id } of [...world.endpoints.values()].filter((each) => each.url === url)) world.endpoints.delete(id)
  const id = world.newId('we')
  const endpoint = { id, created: world.now(), url, secret, events: ['*'], isEnabled: true, metadata: {} }
  world.endpoints.set(id, { ...endpoint, apiVersion: API_VERSION, description: null })
}

/** Faults that refuse a request before it is carried out. */
const REFUSALS: Partial<Record<Fault['kind'], typeof serverError>> = {
  'error-before': serverError,
  'rate-limit': rateLimited,
}

function requireFound<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`the simulated Stripe has no ${id}`)
  return found
}

function send(
  outgoing: ServerResponse,
  { status, body, headers }: { status: number; body: unknown; headers: Record<string, string> },
  fault: Fault | undefined,
): void {
  const retry: Record<string, string> =
    fault?.shouldRetry === undefined ? {} : { 'stripe-should-retry': String(fault.shouldRetry) }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers, ...retry })
  outgoing.end(JSON.stringify(body))
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

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
