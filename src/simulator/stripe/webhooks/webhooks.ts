import { createHmac } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Endpoint, StoredEvent } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { toEvent } from '../wire/events.ts'

/** How events reach the endpoints. */
export type DeliveryMode =
  /** One after the other, each once. */
  | 'once'
  /** Each of them twice. */
  | 'twice'
  /** In pairs, each in the wrong order. */
  | 'swapped'
  /** Only after `release`. */
  | 'late'
  /** Never; they stay undelivered. */
  | 'never'
  /** Twenty in parallel. */
  | 'parallel'

export interface Webhooks {
  mode: DeliveryMode
  /** Sent instead of the endpoint's own version. */
  apiVersion: string | undefined
  publish(event: StoredEvent): void
  /** Sends the waiting events, and resolves when all are sent. */
  release(): Promise<void>
  /** Resolves when no event is being sent. */
  idle(): Promise<void>
  /** Resends every event that an endpoint has not answered with 2xx. */
  resendPending(): Promise<void>
  /** Resends one event to each endpoint that subscribes to it. */
  resend(eventId: string): Promise<void>
  /** The events sent, oldest first; status 0 means that the receiver did not respond. */
  sent: { event: string; type: string; endpoint: string; status: number }[]
}

interface Delivery {
  event: StoredEvent
  endpoint: Endpoint
}

const TIMEOUT_MS = 10_000
const PARALLEL = 20
const MAX_SENT = 10_000

/** Sends events to the endpoints of the world, signed as https://docs.stripe.com/webhooks describes. `ca` verifies HTTPS endpoints. */
export function createWebhooks(world: World, ca?: string): Webhooks {
  let waiting: Delivery[] = []
  let running: Promise<void> | undefined
  const webhooks: Webhooks = {
    mode: 'once',
    apiVersion: undefined,
    sent: [],
    publish(event) {
      const endpoints = [...world.endpoints.values()].filter((endpoint) => takes(endpoint, event))
      for (const { id } of endpoints) event.pending.add(id)
      if (webhooks.mode === 'never') return
      waiting.push(...endpoints.map((endpoint) => ({ event, endpoint })))
      if (webhooks.mode !== 'late') start()
    },
    release() {
      start()
      return webhooks.idle()
    },
    async idle() {
      while (running !== undefined) await running
    },
    resendPending: () => sendAgain([...world.events.values()], (event, endpoint) => event.pending.has(endpoint.id)),
    resend: (id) =>
      sendAgain([...world.events.values()], (event, endpoint) => event.id === id && takes(endpoint, event)),
  }
  const sendAgain = (events: StoredEvent[], wants: (event: StoredEvent, endpoint: Endpoint) => boolean) => {
    for (const event of events) {
      for (const endpoint of world.endpoints.values()) if (wants(event, endpoint)) waiting.push({ event, endpoint })
    }
    start()
    return webhooks.idle()
  }
  const start = (): void => {
    // Starts after the request that causes the events, so that all of them can be swapped.
    running ??= new Promise<void>((done) => setImmediate(done))
      .then(async () => {
        while (waiting.length > 0) {
          const batch = waiting
          waiting = []
          await sendAll(batch)
        }
      })
      .finally(() => {
        running = undefined
      })
  }
  const sendAll = async (batch: Delivery[]): Promise<void> => {
    const { mode } = webhooks
    if (mode === 'parallel') {
      for (let n = 0; n < batch.length; n += PARALLEL) await Promise.all(batch.slice(n, n + PARALLEL).map(deliver))
      return
    }
    const ordered = mode === 'swapped' ? swapPairs(batch) : batch
    for (const delivery of ordered) {
      await deliver(delivery)
      if (mode === 'twice') await deliver(delivery)
    }
  }
  const deliver = async ({ event, endpoint }: Delivery): Promise<void> => {
    const payload = JSON.stringify(toEvent(event, webhooks.apiVersion ?? endpoint.apiVersion ?? undefined))
    const signature = sign(payload, endpoint.secret, Math.floor(Date.now() / 1000))
    const status = await post(endpoint.url, payload, signature, ca)
    if (status >= 200 && status < 300) event.pending.delete(endpoint.id)
    webhooks.sent.push({ event: event.id, type: event.type, endpoint: endpoint.id, status })
    if (webhooks.sent.length > MAX_SENT) webhooks.sent.shift()
  }
  return webhooks
}

const takes = ({ isEnabled, events }: Endpoint, { type }: StoredEvent): boolean =>
  isEnabled && (events.includes('*') || events.includes(type))

const swapPairs = <T>(all: readonly T[]): T[] =>
  all.flatMap((_, n) => (n % 2 === 0 ? all.slice(n, n + 2).reverse() : []))

/** The header Stripe-Signature. */
function sign(payload: string, secret: string, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${digest}`
}

/** The status of the answer; 0 without one. Redirects are not followed. */
function post(url: string, payload: string, signature: string, ca: string | undefined): Promise<number> {
  return new Promise((done) => {
    const send = url.startsWith('https:') ? requestSecure : requestPlain
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const outgoing = send(
      url,
      { method: 'POST', headers, timeout: TIMEOUT_MS, ...(ca !== undefined && { ca }) },
      (answer) => {
        answer.resume()
        answer.on('end', () => done(answer.statusCode ?? 0))
        answer.on('error', () => done(0))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => done(0))
    outgoing.end(payload)
  })
}
