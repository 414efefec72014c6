import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { newId } from '../../../shared/ids.ts'
import { type PageRequest, readPage, takePage } from '../../../shared/pagination.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { invalid } from '../endpoints/input.ts'
import type { EndpointCall } from '../endpoints/service.ts'
import { listEndpointRows, listLoggedEndpointIds } from '../endpoints/store.ts'
import { isSignedByCurrent } from '../rotation/service.ts'
import { readHeaders, TEST_TYPE, toCurl, toReasonText, type WebhookAccount } from '../rules.ts'
import type { Delivery, DeliveryDetail, DeliveryList, FailureReasons } from '../schema.ts'
import {
  countFaults,
  type DeliveryFilter,
  type DeliveryRow,
  findDeliveryRow,
  insertDelivery,
  insertTestEvent,
  listAttemptRows,
  listDeliveryRows,
  listReasonRows,
} from './store.ts'

/** Selects deliveries of an account; absent fields match everything. */
export type DeliveryQuery = Omit<DeliveryFilter, 'endpointIds'> & { endpointId?: string }

/** Reasons are counted among this many of the newest deliveries that were not delivered. */
const MAX_COUNTED = 10_000
const DEFAULT_PAGE_SIZE = 50

/** Ids of deliveries are numbers. */
const ID_FORM = /^\d{1,15}$/

/** The newest deliveries of the account, newest first; pass the id of the last one as `beforeId` to get older ones. */
export async function listDeliveries(
  app: App,
  account: WebhookAccount,
  query: DeliveryQuery,
  max: number,
): Promise<Delivery[]> {
  return (await listDeliveryRows(app.db, await toLogFilter(app, account, query), max)).map(toDelivery)
}

/** One page of the account's deliveries, newest first. INVALID_FIELD for a cursor of another filter. */
export async function getDeliveryPage(
  app: App,
  account: WebhookAccount,
  query: DeliveryQuery,
  { limit = DEFAULT_PAGE_SIZE, cursor }: PageRequest,
): Promise<DeliveryList> {
  const asked = { list: 'deliveries', account: account.id, ...query }
  const request = { limit, ...(cursor !== undefined && { cursor }) }
  const { after } = readPage(request, asked, ID_FORM)
  const filter = { ...query, ...(after && { beforeId: Number(after.id) }) }
  const rows = await listDeliveryRows(app.db, await toLogFilter(app, account, filter), limit + 1)
  const { items, nextCursor } = takePage(
    rows.map((row) => ({ row, id: String(row.id), createdAt: row.createdAt })),
    request,
    asked,
  )
  return {
    deliveries: items.map(({ row }) => toDelivery(row)),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

/** Why deliveries of the query failed, the most frequent reason first, counted among the newest ones. */
export async function listReasons(app: App, account: WebhookAccount, query: DeliveryQuery): Promise<FailureReasons> {
  const filter = await toFilter(app, account, query)
  const rows = query.state === 'delivered' ? [] : await listReasonRows(app.db, filter, MAX_COUNTED)
  return {
    reasons: rows.map(({ code, status, deliveries, newestAt, lastError }) => ({
      reason: toReasonText({ code, status }),
      deliveries,
      newestAt,
      ...(lastError !== null && { lastError }),
    })),
  }
}

function toDelivery({ lastErrorCode, ...row }: DeliveryRow): Delivery {
  const reason = lastErrorCode === null ? {} : { reason: toReasonText({ code: lastErrorCode, status: row.lastStatus }) }
  return { ...withoutNulls(row), ...reason }
}

/**
 * One delivery with its body, every attempt, and the last request as a curl command. NOT_FOUND if the account has no such
 * delivery.
 */
export async function getDelivery(app: App, account: WebhookAccount, id: number): Promise<DeliveryDetail> {
  const { body, ...row } = await requireLogged(app, account, id)
  const attempts = await listAttemptRows(app.db, id)
  const log = attempts.map((attempt) =>
    withoutNulls({
      attempt: attempt.attempt,
      outcome: attempt.outcome,
      startedAt: attempt.started_at,
      url: attempt.url,
      address: attempt.address,
      status: attempt.status,
      errorCode: attempt.error_code,
      error: attempt.error,
      dnsMs: attempt.dns_ms,
      connectMs: attempt.connect_ms,
      tlsMs: attempt.tls_ms,
      firstByteMs: attempt.first_byte_ms,
      totalMs: attempt.total_ms,
      requestHeaders: attempt.request_headers === null ? null : readHeaders(attempt.request_headers),
      responseHeaders: attempt.response_headers === null ? null : readHeaders(attempt.response_headers),
      responseBody: attempt.response_body?.toString('utf8') ?? null,
    }),
  )
  const last = attempts.findLast(({ url, request_headers }) => url !== null && request_headers !== null)
  const isSigned = last !== undefined && 'webhook-id' in readHeaders(last.request_headers)
  // The address of a channel is a secret, so its call cannot be repeated by hand.
  const curl = isSigned && toCurl(last.url ?? '', readHeaders(last.request_headers), body.toString('utf8'))
  const text = body.toString('utf8')
  const sent = row.cause === 'test' && isSigned ? { body: text, headers: readHeaders(last.request_headers) } : undefined
  return {
    ...toDelivery(row),
    body: text,
    log,
    ...(curl !== false && { curl }),
    ...(sent && { isSignedByCurrent: await isSignedByCurrent(app, row.endpointId, sent) }),
  }
}

/** Sends a signed test to one endpoint; returns the delivery's id. INVALID_FIELD if the endpoint is paused. */
export async function sendTest(
  app: App,
  author: Principal,
  { account, endpointId, idempotency }: EndpointCall,
): Promise<{ id: number }> {
  const at = app.now()
  const row = (await listEndpointRows(app.db, account)).find((endpoint) => endpoint.id === endpointId)
  if (!row) throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
  if (row.paused_until && row.paused_until > at) throw invalid('endpoint', 'The webhook is paused: resume it first.')
  const id = newId('evt')
  const event = { id, type: TEST_TYPE, timestamp: at.toISOString(), data: { endpointId } }
  return await withIdempotency(app, idempotency, async (tx) => {
    await insertTestEvent(tx, { id, type: TEST_TYPE, body: Buffer.from(JSON.stringify(event)), at })
    const made = await insertDelivery(tx, { eventId: id, endpointId, type: TEST_TYPE, cause: 'test' })
    await recordChanges(tx, author, at, [
      { action: 'webhook.tested', subject: endpointId, owner: account.owner, after: { deliveryId: made } },
    ])
    return { id: made }
  })
}

/**
 * Checks that every event has its deliveries, every pending delivery is queued, and every lease has a live owner; returns a
 * sentence for each violation.
 */
export async function findDeliveryFaults(app: Pick<App, 'db'>): Promise<string[]> {
  const { unqueued, ended, overdue, unheard } = await countFaults(app.db)
  return [
    unheard > 0 ? `${unheard} events of the last day have no delivery` : '',
    unqueued > 0 ? `${unqueued} pending deliveries are not queued` : '',
    ended > 0 ? `${ended} queued deliveries are not pending` : '',
    overdue > 0 ? `${overdue} deliveries are leased by processes that ended` : '',
  ].filter((sentence) => sentence !== '')
}

/** The query for reading: with the log of removed endpoints. NOT_FOUND for an endpoint of another account. */
async function toLogFilter(app: App, account: WebhookAccount, query: DeliveryQuery): Promise<DeliveryFilter> {
  return restrictTo(await listLoggedEndpointIds(app.db, account, query.endpointId), query)
}

/** The query for sending: restricted to endpoints that can be called. NOT_FOUND for any other endpoint. */
export async function toFilter(app: App, account: WebhookAccount, query: DeliveryQuery): Promise<DeliveryFilter> {
  return restrictTo(
    (await listEndpointRows(app.db, account)).map(({ id }) => id),
    query,
  )
}

function restrictTo(own: readonly string[], { endpointId, ...filter }: DeliveryQuery): DeliveryFilter {
  if (endpointId !== undefined && !own.includes(endpointId)) {
    throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
  }
  return { ...filter, endpointIds: endpointId === undefined ? own : [endpointId] }
}

/** A delivery of the account, also to a removed endpoint; NOT_FOUND for one of another account. */
async function requireLogged(app: App, account: WebhookAccount, id: number): Promise<DeliveryRow & { body: Buffer }> {
  const row = await findDeliveryRow(app.db, id)
  const own = row ? await listLoggedEndpointIds(app.db, account, row.endpointId) : []
  if (!row || !own.includes(row.endpointId)) throw noDelivery(id)
  return row
}

const noDelivery = (id: number): Problem => new Problem('NOT_FOUND', { message: `Delivery ${id} not found.` })

/** A delivery of the account to an endpoint that can be called; NOT_FOUND for any other. */
export async function requireDelivery(
  app: App,
  account: WebhookAccount,
  id: number,
): Promise<DeliveryRow & { body: Buffer }> {
  const row = await findDeliveryRow(app.db, id)
  const own = (await listEndpointRows(app.db, account)).map((endpoint) => endpoint.id)
  if (!row || !own.includes(row.endpointId)) throw noDelivery(id)
  return row
}

type WithoutNulls<T> = { [Name in keyof T as null extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as null extends T[Name] ? Name : never]?: NonNullable<T[Name]>
}

function withoutNulls<T extends object>(row: T): WithoutNulls<T>
function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
}
