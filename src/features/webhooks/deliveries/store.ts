import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type {
  AttemptOutcome,
  DeliveryCause,
  DeliveryState,
  WebhookSecretState,
} from '../../../platform/database/tables.gen.ts'

/** A delivery in our hands for the time of its lease. */
export interface ClaimedDelivery {
  deliveryId: number
  attempt: number
  endpointId: string
  eventId: string
  eventType: string
  body: Buffer
  url: string
  /** Sealed, in base64. */
  secrets: { [State in WebhookSecretState]?: string } | null
}

/** How one attempt ended. */
export interface EndedAttempt {
  deliveryId: number
  leaseToken: string
  attempt: number
  outcome: AttemptOutcome
  /** Pause until the next attempt, counted from the end of this one; absent: there is none. */
  retrySeconds?: number
  /** How long ago it ended, when this is written. */
  endedMsAgo: number
  totalMs: number
  dnsMs?: number
  connectMs?: number
  tlsMs?: number
  firstByteMs?: number
  url: string
  address?: string
  status?: number
  errorCode?: string
  error?: string
  requestHeaders?: Record<string, string>
  responseHeaders?: Record<string, string | string[]>
  /** In base64. */
  responseBody?: string
}

/** Leases due deliveries of these endpoints, or of all; every instance counts on the database's clock. */
export async function claimDeliveries(
  db: Connection,
  endpointIds: readonly string[] | null,
  max: number,
  token: string,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    select delivery_id as "deliveryId", attempt, endpoint_id as "endpointId", event_id as "eventId",
      event_type as "eventType", body, url, secrets
    from claim_deliveries(${endpointIds}::text[], ${max}::int, ${token}::uuid)`.execute(db)
  return rows
}

/**
 * Writes how attempts ended: each only where its lease still stands, so that whoever was overtaken changes nothing. An
 * interrupted attempt is made again as if it had not been.
 */
export async function insertAttempts(db: Connection, ended: readonly EndedAttempt[]): Promise<void> {
  await sql`
    with ended as (
      select *, statement_timestamp() - make_interval(secs => "endedMsAgo" / 1000) as ended_at
      from json_to_recordset(${JSON.stringify(ended)}::json) as row (
        "deliveryId" bigint, "leaseToken" uuid, attempt int, outcome attempt_outcome, "retrySeconds" float8,
        "endedMsAgo" float8, "totalMs" float8, "dnsMs" real, "connectMs" real, "tlsMs" real, "firstByteMs" real, url text,
        address text, status int, "errorCode" text, error text, "requestHeaders" jsonb, "responseHeaders" jsonb,
        "responseBody" text)
    ), over as (
      delete from delivery_queue as queue using ended
      where queue.delivery_id = ended."deliveryId" and queue.lease_token = ended."leaseToken"
        and ended.outcome <> 'interrupted' and ended."retrySeconds" is null
      returning queue.delivery_id, null::timestamptz as due_at
    ), again as (
      update delivery_queue as queue set lease_token = null, lease_until = null,
        attempt = queue.attempt + case ended.outcome when 'interrupted' then 0 else 1 end,
        due_at = case ended.outcome when 'interrupted' then queue.due_at
          else ended.ended_at + make_interval(secs => ended."retrySeconds") end
      from ended
      where queue.delivery_id = ended."deliveryId" and queue.lease_token = ended."leaseToken"
        and (ended.outcome = 'interrupted' or ended."retrySeconds" is not null)
      returning queue.delivery_id, queue.due_at
    ), recorded as (select * from over union all select * from again),
    kept as (
      insert into delivery_attempts (
        delivery_id, attempt, outcome, started_at, total_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, url, address, status,
        error_code, error, request_headers, response_headers, response_body)
      select "deliveryId", attempt, outcome, ended_at - make_interval(secs => "totalMs" / 1000), "totalMs", "dnsMs",
        "connectMs", "tlsMs", "firstByteMs", url, address, status, "errorCode", error, "requestHeaders", "responseHeaders",
        decode("responseBody", 'base64')
      from ended join recorded on recorded.delivery_id = ended."deliveryId"
    )
    update deliveries as delivery set
      state = case when ended.outcome = 'delivered' then 'delivered'::delivery_state
        when recorded.due_at is null then 'failed' else 'pending' end,
      attempts = delivery.attempts + case ended.outcome when 'interrupted' then 0 else 1 end,
      last_outcome = ended.outcome, last_status = ended.status, last_error = ended.error,
      next_attempt_at = recorded.due_at,
      ended_at = case when recorded.due_at is null then ended.ended_at end
    from ended join recorded on recorded.delivery_id = ended."deliveryId"
    where delivery.id = ended."deliveryId"`.execute(db)
}

/** Frees what dead processes held, to be sent again at once; gives how many there were. */
export async function releaseLostDeliveries(db: Connection): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with lost as (
      select delivery_id, attempt, lease_until from delivery_queue
      where lease_token is not null and lease_until < now() for update skip locked
    ), freed as (
      update delivery_queue as queue set lease_token = null, lease_until = null
      from lost where queue.delivery_id = lost.delivery_id
    ), told as (
      update deliveries as delivery set last_outcome = 'interrupted', last_status = null,
        last_error = 'The process that sent it ended before the answer came.'
      from lost where delivery.id = lost.delivery_id
    ), kept as (
      insert into delivery_attempts (delivery_id, attempt, outcome, started_at, error_code, error)
      select delivery_id, attempt, 'interrupted', lease_until - interval '30 s', 'interrupted',
        'The process that sent it ended before the answer came.'
      from lost
    )
    select count(*) as n from lost`.execute(db)
  return rows[0]?.n ?? 0
}

/** Deletes at most so many attempts made before a time; gives how many. */
export async function deleteAttemptsBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from delivery_attempts where ctid = any(array(
      select ctid from delivery_attempts where started_at < ${before} limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Which deliveries a list or a replay is about; ids of events and endpoints are those of the account. */
export interface DeliveryFilter {
  endpointIds: readonly string[]
  type?: string
  state?: DeliveryState
  since?: Date
  until?: Date
  /** Only deliveries made before this one: the next page after it. */
  beforeId?: number
}

/** Deliveries of the filter, as the condition of a statement that joins `delivery` and its `event`. */
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

/** Queues an event for an endpoint once more, beside what has been; gives the new delivery's id. */
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
  if (!made) throw new Error('no delivery came of one')
  return made.id
}

/** An event that is told to one endpoint alone and stands in no account's log. */
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

/** What contradicts itself: all numbers are 0 in a sound database. */
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
  if (!faults) throw new Error('nothing was counted')
  return faults
}
