import { randomUUID } from 'node:crypto'
import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import { dropExpired } from '../../../platform/database/partitions.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { Exchange, OutboundRequest } from '../../../platform/outbound/client.ts'
import { openRow } from '../../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { retryDelay } from '../../../shared/webhook-retries.ts'
import { type ChannelFormat, readRetryAfter } from '../channels/rules.ts'
import { type Secrets, signatureHeaders, TEST_TYPE } from '../rules.ts'
import { composeMessage, pauseChannel } from './messages/service.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteAttemptsBefore,
  type EndedAttempt,
  insertAttempts,
  notifyOfDeliveries,
  releaseLostDeliveries,
} from './store.ts'

const USER_AGENT = 'Plumbline-Webhooks/1'

/** A delivery leased by this process: no other sends it until the lease ends. */
export interface LeasedDelivery extends ClaimedDelivery {
  leaseToken: string
}

/** An attempt that has ended but is not recorded yet; `endedAtMs` is by `performance.now()`. */
export interface UnrecordedAttempt extends Omit<EndedAttempt, 'endedMsAgo'> {
  endpointId: string
  endedAtMs: number
}

/** Leases due deliveries of these endpoints, or of all. */
export async function leaseDeliveries(
  app: App,
  endpointIds: readonly string[] | null,
  max: number,
): Promise<LeasedDelivery[]> {
  const leaseToken = randomUUID()
  const claimed = await claimDeliveries(app.db, endpointIds, max, leaseToken)
  return claimed.map((delivery) => ({ ...delivery, leaseToken }))
}

/** Makes one attempt. Never throws: every error is an outcome of the attempt. */
export async function sendDelivery(
  app: App,
  leased: LeasedDelivery,
  options: { retrySeconds: readonly number[]; signal: AbortSignal },
): Promise<UnrecordedAttempt> {
  const { deliveryId, leaseToken, endpointId, attempt, url, eventType } = leased
  // A user is waiting for the outcome of a test, so a retry hours later would be useless.
  const retries = eventType === TEST_TYPE ? [] : options.retrySeconds
  const startedMs = performance.now()
  const span = app.tracing?.start('webhook attempt', {
    kind: 'client',
    attributes: {
      'plumbline.event.type': eventType,
      'plumbline.delivery.id': deliveryId,
      'plumbline.attempt': attempt,
    },
  })
  const base = { deliveryId, leaseToken, endpointId, attempt, url }
  try {
    const call = leased.format === 'event' ? toCall(app, leased) : await composeChannelCall(app, leased, leased.format)
    const headers = { ...call.headers, ...(span && { traceparent: span.traceparent }) }
    const exchange = await app.outbound.post({ ...call, headers, signal: options.signal })
    span?.end({
      attributes: { 'http.response.status_code': exchange.status ?? 0 },
      failed: exchange.failure !== undefined,
    })
    const asked = leased.format === 'event' ? undefined : await pauseAfter(app, endpointId, exchange)
    const retrySeconds = exchange.failure && laterOf(retryDelay(attempt, retries), asked)
    return {
      ...base,
      ...toEnd(exchange),
      ...(retrySeconds !== undefined && { retrySeconds }),
      requestHeaders: headers,
      endedAtMs: performance.now(),
    }
  } catch (error) {
    span?.end({ failed: true })
    const endedAtMs = performance.now()
    const ended = { ...base, endedAtMs, totalMs: endedAtMs - startedMs }
    if (options.signal.aborted) {
      const reason = 'The service was stopped before the response arrived.'
      return { ...ended, outcome: 'interrupted', errorCode: 'interrupted', error: reason }
    }
    app.log.error(
      { event: 'webhook.attempt.error', error, delivery: deliveryId },
      'a webhook attempt failed on our side',
    )
    const retrySeconds = retryDelay(attempt, retries)
    return {
      ...ended,
      outcome: 'failed',
      errorCode: 'internal',
      error: 'Something failed on our side.',
      ...(retrySeconds !== undefined && { retrySeconds }),
    }
  }
}

/** Where to send a delivery, and what. */
type Call = Pick<OutboundRequest, 'url' | 'headers' | 'body'>

const toCall = (app: App, leased: LeasedDelivery): Call => ({
  url: leased.url,
  headers: requestHeaders(app, leased),
  body: leased.body,
})

/** A channel has no signature: what proves that a message is genuine is its address, which is stored as its secret. */
async function composeChannelCall(app: App, leased: LeasedDelivery, format: ChannelFormat): Promise<Call> {
  const { current } = openSecrets(app, leased.endpointId, leased.secrets ?? {})
  if (current === undefined) throw new Error(`the channel ${leased.endpointId} has no address`)
  const headers = { 'content-type': 'application/json', 'user-agent': USER_AGENT }
  return { url: current, headers, body: await composeMessage(app, format, leased) }
}

/** Makes the channel wait before its next message; returns how many seconds the receiver asked for. */
async function pauseAfter(app: App, endpointId: string, { status, headers }: Exchange): Promise<number | undefined> {
  const isBusy = status === 429 || status === 503
  const asked = isBusy ? readRetryAfter(headers?.['retry-after'], app.now()) : undefined
  await pauseChannel(app, endpointId, asked).catch((error: unknown) =>
    // The message has been sent in any case: if this failed the attempt, it would be sent twice.
    app.log.warn(
      { event: 'webhook.pace.failed', error, endpoint: endpointId },
      'the pace of a channel was not recorded',
    ),
  )
  return asked
}

/** The retry after the pause that was asked for; undefined without a retry. */
const laterOf = (retrySeconds: number | undefined, asked = 0): number | undefined =>
  retrySeconds === undefined ? undefined : Math.max(retrySeconds, asked)

function requestHeaders(
  app: App,
  { endpointId, eventId, eventType, attempt, body, secrets }: LeasedDelivery,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'x-service-event': eventType,
    'x-service-attempt': String(attempt),
    ...signatureHeaders({ eventId, body, secrets: openSecrets(app, endpointId, secrets ?? {}), at: app.now() }),
  }
}

const openSecrets = (app: App, endpointId: string, sealed: Secrets): Secrets =>
  Object.fromEntries(
    Object.entries(sealed).map(([state, text]) => {
      const row = [endpointId, state]
      return [
        state,
        openRow(app.secrets, SEALED_COLUMNS.webhookSecret, row, Buffer.from(text, 'base64')).toString('utf8'),
      ]
    }),
  )

function toEnd(exchange: Exchange): Omit<EndedAttempt, 'deliveryId' | 'leaseToken' | 'attempt' | 'url' | 'endedMsAgo'> {
  const { failure, headers, body, ...measured } = exchange
  return {
    ...measured,
    outcome: failure ? 'failed' : 'delivered',
    ...(failure && { errorCode: failure.code, error: failure.message }),
    ...(headers && { responseHeaders: headers }),
    ...(body && body.length > 0 && { responseBody: body.toString('base64') }),
  }
}

/** Records how attempts ended, in one statement. */
export async function recordAttempts(app: App, attempts: readonly UnrecordedAttempt[]): Promise<void> {
  const nowMs = performance.now()
  const rows = attempts.map(({ endedAtMs, endpointId: _, ...attempt }) => ({
    ...attempt,
    endedMsAgo: nowMs - endedAtMs,
  }))
  await insertAttempts(app.db, rows)
  for (const attempt of attempts) count(app.metrics, attempt)
}

function count(metrics: Metrics, { outcome, totalMs, retrySeconds }: UnrecordedAttempt): void {
  metrics.deliveryAttempts.inc({ outcome })
  metrics.deliverySeconds.observe({ outcome }, totalMs / 1000)
  if (outcome === 'delivered') metrics.deliveriesEnded.inc({ state: 'delivered' })
  else if (outcome === 'failed' && retrySeconds === undefined) metrics.deliveriesEnded.inc({ state: 'failed' })
}

/**
 * Notifies open pages of the portal of attempts to call these endpoints. They matter only to people who are looking.
 */
export async function notifyOfAttempts(app: App, endpointIds: readonly string[]): Promise<void> {
  await notifyOfDeliveries(app.db, endpointIds).catch((error: unknown) =>
    app.log.warn({ event: 'webhook.notify.failed', error }, 'open pages were not notified of webhook deliveries'),
  )
}

const UNPRINTABLE = /[^ -~]/gu

/** Records an attempt without headers and response: PostgreSQL rejects them if they contain invalid text. */
export async function recordAttemptMinimal(app: App, attempt: UnrecordedAttempt): Promise<void> {
  const { requestHeaders: _, responseHeaders: __, responseBody: ___, error, ...rest } = attempt
  await recordAttempts(app, [{ ...rest, ...(error !== undefined && { error: error.replace(UNPRINTABLE, '?') }) }])
}

/** Releases the leases of dead processes. */
export async function releaseLost(app: App): Promise<void> {
  const released = await releaseLostDeliveries(app.db)
  if (released > 0) {
    app.log.warn(
      { event: 'webhook.lease.expired', deliveries: released },
      'deliveries of a dead process will be sent again',
    )
  }
}

/** Deletes attempts whose retention period is over, but not their deliveries: whole partitions where they are large. */
export async function deleteOldAttempts(app: App, largeRows?: number): Promise<void> {
  const before = new Date(app.now().getTime() - app.limits.keepAttemptsDays * DAY_MS)
  const { deleted, ranges } = await dropExpired(app.db, 'delivery_attempts', before, largeRows)
  let rows = deleted
  for (const range of ranges) rows += await deleteInBatches((max) => deleteAttemptsBefore(app.db, before, range, max))
  app.metrics.retentionDeleted.inc({ kind: 'delivery_attempts' }, rows)
}
