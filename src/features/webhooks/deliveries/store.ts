import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { AttemptOutcome, DeliveryCause, DeliveryState } from '../../../platform/database/tables.gen.ts'

/** The deliveries to list or replay; the caller has checked that the endpoints are the account's. */
export interface DeliveryFilter {
  endpointIds: readonly string[]
  type?: string
  state?: DeliveryState
  since?: Date
  until?: Date
  /** Only deliveries older than this one, for the next page. */
  beforeId?: number
}

/** The filter as an SQL condition on `delivery` joined with its `event`. */
export const filterConditionOf = ({ endpointIds, type, state, since, until, beforeId }: DeliveryFilter) => sql`
  delivery.endpoint_id = any (${endpointIds}::text[])
  and (${type ?? null}::text is null or event.type = ${type ?? null})
  and (${state ?? null}::delivery_state is null or delivery.state = ${state ?? null})
  and (${since ?? null}::timestamptz is null or delivery.created_at >= ${since ?? null})
  and (${until ?? null}::timestamptz is null or delivery.created_at < ${until ?? null})
  and (${beforeId ?? null}::bigint is null or delivery.id < ${beforeId ?? null})`

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
  nextAttemptAt: Date | null
  createdAt: Date
  endedAt: Date | null
}

const SHOWN = sql`delivery.id, delivery.event_id as "eventId", event.type, delivery.endpoint_id as "endpointId",
  delivery.cause, delivery.state, delivery.attempts, delivery.last_outcome as "lastOutcome",
  delivery.last_status as "lastStatus", delivery.last_error as "lastError",
  delivery.next_attempt_at as "nextAttemptAt", delivery.created_at as "createdAt", delivery.ended_at as "endedAt"`

/** Newest first. */
export async function listDeliveryRows(db: Connection, filter: DeliveryFilter, max: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${SHOWN} from deliveries as delivery join events as event on event.id = delivery.event_id
    where ${filterConditionOf(filter)} order by delivery.id desc limit ${max}`.execute(db)
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
  row: { eventId: string; endpointId: string; cause: DeliveryCause },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into deliveries (event_id, endpoint_id, cause, next_attempt_at)
      values (${row.eventId}, ${row.endpointId}, ${row.cause}, now()) returning id, endpoint_id
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

/** Numbers of inconsistent rows; all are 0 in a sound database. */
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
          select id, type, occurred_at from events as own where own.partner_id = endpoint.partner_id
            and own.occurred_at > now() - interval '1 day'
          union all
          select id, type, occurred_at from events as own where own.distributor_id = endpoint.distributor_id
            and own.occurred_at > now() - interval '1 day') as event
        where event.occurred_at > endpoint.updated_at + interval '1 minute'
          and endpoint.enabled and (endpoint.event_types is null or event.type = any (endpoint.event_types))
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
