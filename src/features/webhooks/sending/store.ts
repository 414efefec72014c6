import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { KeyRange } from '../../../platform/database/partitions.ts'
import type { AttemptOutcome, WebhookFormat, WebhookSecretState } from '../../../platform/database/tables.gen.ts'
import { type LiveKind, PORTAL_CHANNEL } from '../../../shared/portal/messages.ts'

/** A delivery leased by this process. */
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
  format: WebhookFormat
}

/** How one attempt ended. */
export interface EndedAttempt {
  deliveryId: number
  leaseToken: string
  attempt: number
  outcome: AttemptOutcome
  /** Pause between the end of this attempt and the next one; absent if there is no next one. */
  retrySeconds?: number
  /** How long before the write it ended. */
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

/** Leases due deliveries of these endpoints, or of all. All processes use the database's clock. */
export async function claimDeliveries(
  db: Connection,
  endpointIds: readonly string[] | null,
  max: number,
  token: string,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    select delivery_id as "deliveryId", attempt, endpoint_id as "endpointId", event_id as "eventId",
      event_type as "eventType", body, url, secrets, format
    from claim_deliveries(${endpointIds}::text[], ${max}::int, ${token}::uuid)`.execute(db)
  return rows
}

/**
 * Records how attempts ended. Ignores attempts whose lease has ended, so that a stale sender changes nothing. An interrupted
 * attempt does not count and is repeated.
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
      last_outcome = ended.outcome, last_status = ended.status, last_error = ended.error, last_error_code = ended."errorCode",
      next_attempt_at = recorded.due_at,
      ended_at = case when recorded.due_at is null then ended.ended_at end
    from ended join recorded on recorded.delivery_id = ended."deliveryId"
    where delivery.id = ended."deliveryId"`.execute(db)
}

/** Notifies open pages of the portal of deliveries to these endpoints. */
export async function notifyOfDeliveries(db: Connection, endpointIds: readonly string[]): Promise<void> {
  const kind: LiveKind = 'delivery'
  await sql`
    select count(pg_notify(${PORTAL_CHANNEL}, json_build_object(
      'kind', ${kind}::text, 'accounts', json_build_array(coalesce(partner_id, distributor_id)), 'id', id)::text))
    from webhook_endpoints where id = any(${endpointIds}::text[])`.execute(db)
}

/** Ends the leases of dead processes, so that their deliveries are sent again at once; returns how many there were. */
export async function releaseLostDeliveries(db: Connection): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with lost as (
      select delivery_id, attempt, lease_until from delivery_queue
      where lease_token is not null and lease_until < now() for update skip locked
    ), freed as (
      update delivery_queue as queue set lease_token = null, lease_until = null
      from lost where queue.delivery_id = lost.delivery_id
    ), told as (
      update deliveries as delivery set last_outcome = 'interrupted', last_status = null, last_error_code = 'interrupted',
        last_error = 'The process that sent it ended before the response arrived.'
      from lost where delivery.id = lost.delivery_id
    ), kept as (
      insert into delivery_attempts (delivery_id, attempt, outcome, started_at, error_code, error)
      select delivery_id, attempt, 'interrupted', lease_until - interval '30 s', 'interrupted',
        'The process that sent it ended before the response arrived.'
      from lost
    )
    select count(*) as n from lost`.execute(db)
  return rows[0]?.n ?? 0
}

/** Deletes at most `max` attempts of deliveries in a range that were made before a time; returns how many. */
export async function deleteAttemptsBefore(
  db: Connection,
  before: Date,
  { from, until }: KeyRange,
  max: number,
): Promise<number> {
  // Rows have no key, and places in partitions are not unique: of attempts that are equal in these, all are old.
  const { numAffectedRows } = await sql`
    delete from delivery_attempts where (delivery_id, attempt, started_at) in (
      select delivery_id, attempt, started_at from delivery_attempts
      where started_at < ${before} and (${from ?? null}::bigint is null or delivery_id >= ${from ?? null})
        and (${until ?? null}::bigint is null or delivery_id < ${until ?? null})
      limit ${max} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
