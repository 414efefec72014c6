import { randomUUID } from 'node:crypto'
import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { Exchange } from '../../../platform/outbound/client.ts'
import { openRow } from '../../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteAttemptsBefore,
  type EndedAttempt,
  freeLostDeliveries,
  settleDeliveries,
} from '../deliveries/store.ts'
import { retryDelay, type Secrets, signatureHeaders, TEST_TYPE } from '../rules.ts'

const DAY_MS = 86_400_000

/** A delivery that this process sends; nobody else does until its lease is over. */
export interface HeldDelivery extends ClaimedDelivery {
  leaseToken: string
}

/** An attempt that ended and is not written yet; `endedAtMs` is a moment of `performance.now()`. */
export interface UnsettledAttempt extends Omit<EndedAttempt, 'endedMsAgo'> {
  endpointId: string
  endedAtMs: number
}

/** Takes deliveries that are due, of these endpoints or of all. */
export async function takeDeliveries(
  app: App,
  endpointIds: readonly string[] | null,
  most: number,
): Promise<HeldDelivery[]> {
  const leaseToken = randomUUID()
  const claimed = await claimDeliveries(app.db, endpointIds, most, leaseToken)
  return claimed.map((delivery) => ({ ...delivery, leaseToken }))
}

/** Makes one attempt. Never throws: whatever happens is how the attempt ended. */
export async function sendDelivery(
  app: App,
  held: HeldDelivery,
  options: { retrySeconds: readonly number[]; signal: AbortSignal },
): Promise<UnsettledAttempt> {
  const { deliveryId, leaseToken, endpointId, attempt, url, eventType } = held
  // Somebody waits for the outcome of a test; calls of a test hours later would help nobody.
  const retries = eventType === TEST_TYPE ? [] : options.retrySeconds
  const startedMs = performance.now()
  const base = { deliveryId, leaseToken, endpointId, attempt, url }
  try {
    const headers = requestHeaders(app, held)
    const exchange = await app.outbound.post({ url, headers, body: held.body, signal: options.signal })
    const retrySeconds = exchange.failure && retryDelay(attempt, retries)
    return {
      ...base,
      ...toEnd(exchange),
      ...(retrySeconds !== undefined && { retrySeconds }),
      requestHeaders: headers,
      endedAtMs: performance.now(),
    }
  } catch (error) {
    const endedAtMs = performance.now()
    const ended = { ...base, endedAtMs, totalMs: endedAtMs - startedMs }
    if (options.signal.aborted) {
      const reason = 'The service was stopped before the answer came.'
      return { ...ended, outcome: 'interrupted', errorCode: 'interrupted', error: reason }
    }
    app.log.error({ error, delivery: deliveryId }, 'a webhook could not be made')
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

function requestHeaders(
  app: App,
  { endpointId, eventId, eventType, attempt, body, secrets }: HeldDelivery,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Plumbline-Webhooks/1',
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

/** Writes how attempts ended, in one statement. */
export async function settleAttempts(app: App, attempts: readonly UnsettledAttempt[]): Promise<void> {
  const nowMs = performance.now()
  const rows = attempts.map(({ endedAtMs, endpointId: _, ...attempt }) => ({
    ...attempt,
    endedMsAgo: nowMs - endedAtMs,
  }))
  await settleDeliveries(app.db, rows)
  for (const attempt of attempts) count(app.metrics, attempt)
}

function count(metrics: Metrics, { outcome, totalMs, retrySeconds }: UnsettledAttempt): void {
  metrics.deliveryAttempts.inc({ outcome })
  metrics.deliverySeconds.observe({ outcome }, totalMs / 1000)
  if (outcome === 'delivered') metrics.deliveriesEnded.inc({ state: 'delivered' })
  else if (outcome === 'failed' && retrySeconds === undefined) metrics.deliveriesEnded.inc({ state: 'failed' })
}

const UNPRINTABLE = /[^ -~]/gu

/** Writes only what counts of an attempt, where the database refuses what its receiver answered. */
export async function settleBarely(app: App, attempt: UnsettledAttempt): Promise<void> {
  const { requestHeaders: _, responseHeaders: __, responseBody: ___, error, ...rest } = attempt
  await settleAttempts(app, [{ ...rest, ...(error !== undefined && { error: error.replace(UNPRINTABLE, '?') }) }])
}

/** Frees what dead processes held; says so in the log. */
export async function freeLost(app: App): Promise<void> {
  const freed = await freeLostDeliveries(app.db)
  if (freed > 0) app.log.warn({ deliveries: freed }, 'webhooks of a process that ended are sent again')
}

/** Deletes attempts whose retention period is over; their deliveries stay. */
export async function clearOldAttempts(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - app.limits.keepAttemptsDays * DAY_MS)
  const deleted = await deleteInBatches((most) => deleteAttemptsBefore(app.db, before, most))
  app.metrics.retentionDeleted.inc({ kind: 'delivery_attempts' }, deleted)
}
