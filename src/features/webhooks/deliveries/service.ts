import type { App } from '../../../app.ts'
import { newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { invalid } from '../endpoints/input.ts'
import { listEndpointRows } from '../endpoints/store.ts'
import { readHeaders, TEST_TYPE, toCurl, type WebhookAccount } from '../rules.ts'
import {
  countFaults,
  type DeliveryFilter,
  type DeliveryRow,
  findDeliveryRow,
  insertDelivery,
  insertTestEvent,
  listAttemptRows,
  listDeliveryRows,
} from './store.ts'

/** Selects deliveries of an account; absent fields match everything. */
export type DeliveryQuery = Omit<DeliveryFilter, 'endpointIds'> & { endpointId?: string }

/** A delivery in the log. */
export type DeliveryItem = { [Name in keyof DeliveryRow]?: NonNullable<DeliveryRow[Name]> } & Pick<
  DeliveryRow,
  'id' | 'eventId' | 'type' | 'endpointId' | 'state' | 'attempts' | 'createdAt'
>

/** One request that was sent. */
export type AttemptItem = Record<string, unknown> & { attempt: number; outcome: string; startedAt: Date }

/** The newest deliveries of the account, newest first; pass the id of the last one as `beforeId` to get older ones. */
export async function listDeliveries(
  app: App,
  account: WebhookAccount,
  query: DeliveryQuery,
  max: number,
): Promise<DeliveryItem[]> {
  return (await listDeliveryRows(app.db, await toFilter(app, account, query), max)).map(withoutNulls)
}

/**
 * One delivery with its body, every attempt, and the last request as a curl command. NOT_FOUND if the account has no such
 * delivery.
 */
export async function getDelivery(
  app: App,
  account: WebhookAccount,
  id: number,
): Promise<DeliveryItem & { body: string; log: AttemptItem[]; curl?: string }> {
  const { body, ...row } = await requireDelivery(app, account, id)
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
      requestHeaders: attempt.request_headers,
      responseHeaders: attempt.response_headers,
      responseBody: attempt.response_body?.toString('utf8'),
    }),
  )
  const last = attempts.findLast(({ url, request_headers }) => url !== null && request_headers !== null)
  const curl = last && toCurl(last.url ?? '', readHeaders(last.request_headers), body.toString('utf8'))
  return { ...withoutNulls(row), body: body.toString('utf8'), log, ...(curl !== undefined && { curl }) }
}

/** Sends a signed test to one endpoint; returns the delivery's id. INVALID_FIELD if the endpoint is paused. */
export async function sendTest(app: App, account: WebhookAccount, endpointId: string): Promise<number> {
  const at = app.now()
  const row = (await listEndpointRows(app.db, account)).find((endpoint) => endpoint.id === endpointId)
  if (!row) throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
  if (row.paused_until && row.paused_until > at) throw invalid('endpoint', 'The webhook is paused: resume it first.')
  const id = newId('evt')
  const event = { id, type: TEST_TYPE, timestamp: at.toISOString(), data: { endpointId } }
  return await app.db.transaction().execute(async (tx) => {
    await insertTestEvent(tx, { id, type: TEST_TYPE, body: Buffer.from(JSON.stringify(event)), at })
    return await insertDelivery(tx, { eventId: id, endpointId, cause: 'test' })
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

/** Restricts the query to the account's endpoints; NOT_FOUND for an endpoint of another account. */
export async function toFilter(app: App, account: WebhookAccount, query: DeliveryQuery): Promise<DeliveryFilter> {
  const { endpointId, ...filter } = query
  const own = (await listEndpointRows(app.db, account)).map(({ id }) => id)
  if (endpointId !== undefined && !own.includes(endpointId)) {
    throw new Problem('NOT_FOUND', { message: `The account has no webhook ${endpointId}.` })
  }
  return { ...filter, endpointIds: endpointId === undefined ? own : [endpointId] }
}

/** A delivery of the account; NOT_FOUND for one of another account. */
export async function requireDelivery(
  app: App,
  account: WebhookAccount,
  id: number,
): Promise<DeliveryRow & { body: Buffer }> {
  const row = await findDeliveryRow(app.db, id)
  const own = (await listEndpointRows(app.db, account)).map((endpoint) => endpoint.id)
  if (!row || !own.includes(row.endpointId)) {
    throw new Problem('NOT_FOUND', { message: `There is no delivery ${id}.` })
  }
  return row
}

type WithoutNulls<T> = { [Name in keyof T as null extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as null extends T[Name] ? Name : never]?: NonNullable<T[Name]>
}

function withoutNulls<T extends object>(row: T): WithoutNulls<T>
function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
}
