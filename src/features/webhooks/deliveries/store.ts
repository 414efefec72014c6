import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { AttemptOutcome, DeliveryCause, DeliveryState } from '../../../platform/database/tables.gen.ts'
import type { FailureReason } from '../rules.ts'

/** The deliveries to list or replay; the caller has checked that the endpoints are the account's. */
export interface DeliveryFilter {
  endpointIds: readonly string[]
  type?: string
  state?: DeliveryState
  /** Why the last attempt failed. */
  reason?: FailureReason
  since?: Date
  until?: Date
  /** Only deliveries older than this one, for the next page. */
  beforeId?: number
}

/** The states as literals: only with those does PostgreSQL know that a partial index applies. */
const STATES: Readonly<Record<DeliveryState, RawBuilder<unknown>>> = {
  pending: sql`delivery.state = 'pending'`,
  delivered: sql`delivery.state = 'delivered'`,
  failed: sql`delivery.state = 'failed'`,
  canceled: sql`delivery.state = 'canceled'`,
}

/** The filter as an SQL condition on the rows of one endpoint, which are called `delivery`. */
function conditionOf(
  endpointId: string,
  { type, state, reason, since, until, beforeId }: DeliveryFilter,
): RawBuilder<unknown> {
  const conditions = [
    sql`delivery.endpoint_id = ${endpointId}`,
    ...(type === undefined ? [] : [sql`delivery.type = ${type}`]),
    ...(state === undefined ? [] : [STATES[state]]),
    ...(reason === undefined ? [] : [sql`delivery.state <> 'delivered' and delivery.last_error_code = ${reason.code}`]),
    ...(reason?.status === undefined ? [] : [sql`delivery.last_status = ${reason.status}`]),
    ...(since === undefined ? [] : [sql`delivery.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`delivery.created_at < ${until}`]),
    // Two deliveries can have one time, and the time of a cursor would be less exact than that of a row.
    ...(beforeId === undefined
      ? []
      : [sql`(delivery.created_at, delivery.id) < (select created_at, id from deliveries where id = ${beforeId})`]),
  ]
  return sql.join(conditions, sql` and `)
}

const NEWEST_FIRST = sql`delivery.created_at desc, delivery.id desc`

/**
 * The newest `max` deliveries of the filter as a subquery. Each endpoint is read by itself: only then does PostgreSQL know
 * how many deliveries it has, and read as many from its index as are asked for.
 */
export function deliveriesOf(filter: DeliveryFilter, max: number): RawBuilder<unknown> {
  const lanes = filter.endpointIds.map(
    (id) => sql`(
    select * from deliveries as delivery where ${conditionOf(id, filter)} order by ${NEWEST_FIRST} limit ${max})`,
  )
  if (lanes.length === 0) return sql`(select * from deliveries where false)`
  return sql`(select delivery.* from (${sql.join(lanes, sql` union all `)}) as delivery order by ${NEWEST_FIRST} limit ${max})`
}

export interface DeliveryRow {
  id: number
  eventId: string
  type: string
  endpointId: string
  cause: DeliveryCause
  state: DeliveryState
  attempts: number
  lastOutcome: AttemptOutcome | null
  lastStatus: number | null
  lastError: string | null
  lastErrorCode: string | null
  nextAttemptAt: Date | null
  createdAt: Date
  endedAt: Date | null
}

const SHOWN = sql`delivery.id, delivery.event_id as "eventId", delivery.type, delivery.endpoint_id as "endpointId",
  delivery.cause, delivery.state, delivery.attempts, delivery.last_outcome as "lastOutcome",
  delivery.last_status as "lastStatus", delivery.last_error as "lastError",
  delivery.last_error_code as "lastErrorCode",
  delivery.next_attempt_at as "nextAttemptAt", delivery.created_at as "createdAt", delivery.ended_at as "endedAt"`

/** Newest first. */
export async function listDeliveryRows(db: Connection, filter: DeliveryFilter, max: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${SHOWN} from ${deliveriesOf(filter, max)} as delivery order by ${NEWEST_FIRST}`.execute(db)
  return rows
}

/** Deliveries that failed for one reason. */
export interface ReasonRow {
  code: string
  status: number | null
  deliveries: number
  newestAt: Date
  lastError: string | null
}

/** The reasons why deliveries of the filter failed, of the newest `max` that did, most frequent first. */
export async function listReasonRows(db: Connection, filter: DeliveryFilter, max: number): Promise<ReasonRow[]> {
  const states = filter.state === undefined ? (['failed', 'pending', 'canceled'] as const) : [filter.state]
  const parts = states.map((state) => sql`select * from ${deliveriesOf({ ...filter, state }, max)} as part`)
  const { rows } = await sql<ReasonRow>`
    select last_error_code as code, case last_error_code when 'status' then last_status end as status,
      count(*) as deliveries, max(created_at) as "newestAt",
      (array_agg(last_error order by created_at desc))[1] as "lastError"
    from (${sql.join(parts, sql` union all `)}) as delivery
    where last_error_code is not null and state <> 'delivered'
    group by 1, 2 order by deliveries desc, 1, 2`.execute(db)
  return rows
}

export async function findDeliveryRow(
  db: Connection,
  id: number,
): Promise<(DeliveryRow & { body: Buffer }) | undefined> {
  const { rows } = await sql<DeliveryRow & { body: Buffer }>`
    select ${SHOWN}, event.body from deliveries as delivery join events as event on event.id = delivery.event_id
    where delivery.id = ${id}`.execute(db)
  return rows[0]
}

export async function listAttemptRows(db: Connection, deliveryId: number) {
  return await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('started_at')
    .execute()
}

/** Queues a new delivery of an event to an endpoint, in addition to earlier ones; returns its id. */
export async function insertDelivery(
  tx: Connection,
  row: { eventId: string; endpointId: string; type: string; cause: DeliveryCause },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into deliveries (event_id, endpoint_id, type, cause, next_attempt_at)
      values (${row.eventId}, ${row.endpointId}, ${row.type}, ${row.cause}, now()) returning id, endpoint_id
    ), queued as (
      insert into delivery_queue (delivery_id, endpoint_id, due_at) select id, endpoint_id, now() from made
    )
    select id, pg_notify('deliveries', endpoint_id) from made`.execute(tx)
  const [made] = rows
  if (!made) throw new Error('expected exactly one delivery')
  return made.id
}

/** An event for a single endpoint that is not in any account's log. */
export async function insertTestEvent(
  tx: Connection,
  event: { id: string; type: string; body: Buffer; at: Date },
): Promise<void> {
  const { id, type, body, at } = event
  await tx
    .insertInto('events')
    .values({ id, type, body, occurred_at: at, partner_id: null, distributor_id: null })
    .execute()
}

/**
 * Numbers of inconsistent rows; all are 0 in a sound database. What concerns a customer is not counted for channels that name
 * some: groups may have had other members then.
 */
export async function countFaults(
  db: Connection,
): Promise<{ unqueued: number; ended: number; overdue: number; unheard: number }> {
  const { rows } = await sql<{ unqueued: number; ended: number; overdue: number; unheard: number }>`
    select
      (select count(*) from deliveries where state = 'pending'
        and not exists (select from delivery_queue where delivery_id = deliveries.id)) as unqueued,
      (select count(*) from delivery_queue where not exists (
        select from deliveries where id = delivery_queue.delivery_id and state = 'pending')) as ended,
      (select count(*) from delivery_queue where lease_until < now() - interval '1 minute') as overdue,
      (select count(*) from webhook_endpoints as endpoint, lateral (
          select id, type, is_optional, occurred_at, customer_id, body from events as own where own.partner_id = endpoint.partner_id
            and own.occurred_at > now() - interval '1 day'
          union all
          select id, type, is_optional, occurred_at, customer_id, body from events as own where own.distributor_id = endpoint.distributor_id
            and own.occurred_at > now() - interval '1 day') as event
        where event.occurred_at > endpoint.updated_at + interval '1 minute'
          and endpoint.enabled and (
            event.type = any (endpoint.event_types) or (endpoint.event_types is null and not event.is_optional))
          and not (endpoint.is_filtered and event.customer_id is not null)
          and takes_event(endpoint, event.type, event.customer_id, event.body)
          and not exists (select from partners where id = endpoint.partner_id and (
            status = 'suspended' or event.occurred_at < activated_at))
          and not exists (select from distributors where id = endpoint.distributor_id and (
            status = 'suspended' or event.occurred_at < activated_at))
          and not exists (
            select from deliveries where event_id = event.id and endpoint_id = endpoint.id)) as unheard`.execute(db)
  const [faults] = rows
  if (!faults) throw new Error('the statement returned no row')
  return faults
}
