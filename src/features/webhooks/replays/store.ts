import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { DeliveryState } from '../../../platform/database/tables.gen.ts'
import { type DeliveryFilter, deliveriesOf } from '../deliveries/store.ts'
import type { WebhookAccount } from '../rules.ts'

/** What is sent again: deliveries of a filter, or the events of an account that its endpoints have no delivery of. */
export type Selection = DeliveryFilter | (Pick<DeliveryFilter, 'endpointIds' | 'type' | 'since' | 'until'> & NeverSent)

interface NeverSent {
  /** Whose events. */
  neverSentTo: WebhookAccount
}

/** How many deliveries are selected, or how many events are looked through, counted up to `max`. */
export async function countSelected(db: Connection, selection: Selection, max: number): Promise<number> {
  const selected = 'neverSentTo' in selection ? eventsOf(selection, max) : deliveriesOf(selection, max)
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${selected} as selected`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many events a replay would send: those without a pending delivery. */
export async function countReplays(db: Connection, selection: Selection, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${replayed(selection, max)}) as replayed`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Queues those events again, each once per endpoint, `perSecond` of them a second to each endpoint and in the order in which
 * they happened. Returns how many.
 */
export async function insertReplays(
  tx: Connection,
  selection: Selection,
  { replayId, perSecond, max }: { replayId: string; perSecond: number; max: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with made as (
      insert into deliveries (event_id, endpoint_id, type, cause, replay_id, next_attempt_at)
      select event_id, endpoint_id, type, 'replay', ${replayId}, now() + interval '1 s' / ${perSecond}::int * (
        row_number() over (partition by endpoint_id order by event_id) - 1)
      from (${replayed(selection, max)}) as replayed order by event_id
      returning id, endpoint_id, next_attempt_at
    ), queued as (
      insert into delivery_queue (delivery_id, endpoint_id, due_at) select id, endpoint_id, next_attempt_at from made
    ), told as (
      select count(pg_notify('deliveries', woken.endpoint_id)) as n
      from (select distinct endpoint_id from made) as woken
    )
    select count(*) as n from made, told`.execute(tx)
  return rows[0]?.n ?? 0
}

const replayed = (selection: Selection, max: number): RawBuilder<unknown> =>
  'neverSentTo' in selection ? missed(selection, max) : resent(selection, max)

/** The newest events of the account, as they are read from its log. */
function eventsOf(
  { neverSentTo, type, since, until }: Extract<Selection, NeverSent>,
  max: number,
): RawBuilder<unknown> {
  const conditions = [
    sql`${sql.ref(OWNER_COLUMN[neverSentTo.kind])} = ${neverSentTo.id}`,
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(since === undefined ? [] : [sql`occurred_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`occurred_at < ${until}`]),
  ]
  return sql`(select id, type, is_optional, customer_id, body from events where ${sql.join(conditions, sql` and `)}
    order by occurred_at desc, id desc limit ${max})`
}

/** A kind that was asked for is sent even to an endpoint that does not take it, unless it is a channel. */
const missed = (selection: Extract<Selection, NeverSent>, max: number): RawBuilder<unknown> => sql`
  select event.id as event_id, endpoint.id as endpoint_id, event.type
  from ${eventsOf(selection, max)} as event cross join webhook_endpoints as endpoint
  where endpoint.id = any(${selection.endpointIds}::text[])
    and (${selection.type !== undefined} or event.type = any(endpoint.event_types)
      or (endpoint.event_types is null and not event.is_optional))
    and (endpoint.format = 'event' or event.type = any(endpoint.event_types))
    and takes_event(endpoint, event.type, event.customer_id, event.body)
    and not exists (select from deliveries as other where other.event_id = event.id and other.endpoint_id = endpoint.id)`

/** A replay of deliveries that ended badly leaves out events that have been delivered since. */
const resent = (filter: DeliveryFilter, max: number): RawBuilder<unknown> => sql`
  select distinct delivery.event_id, delivery.endpoint_id, delivery.type
  from ${deliveriesOf(filter, max)} as delivery
  where delivery.cause <> 'test' and not exists (
    select from deliveries as other where other.event_id = delivery.event_id and other.endpoint_id = delivery.endpoint_id
      and (other.state = 'pending' or (
        other.state = 'delivered' and other.id > delivery.id and delivery.state in ('failed', 'canceled'))))`

/** A replay of many deliveries. */
export interface ReplayRow {
  id: string
  filter: unknown
  perSecond: number
  deliveries: number
  createdAt: Date
  stoppedAt: Date | null
}

const OWNER_COLUMN = { partner: 'partner_id', distributor: 'distributor_id' } as const

const COLUMNS = [
  'id',
  'filter',
  'per_second as perSecond',
  'deliveries',
  'created_at as createdAt',
  'stopped_at as stoppedAt',
] as const

export async function insertReplay(tx: Connection, { kind, id }: WebhookAccount, row: ReplayRow): Promise<void> {
  await tx
    .insertInto('webhook_replays')
    .values({
      id: row.id,
      partner_id: kind === 'partner' ? id : null,
      distributor_id: kind === 'distributor' ? id : null,
      filter: JSON.stringify(row.filter),
      per_second: row.perSecond,
      deliveries: row.deliveries,
      created_at: row.createdAt,
      stopped_at: null,
    })
    .execute()
}

/** The newest replays of the account, newest first. */
export async function listReplayRows(db: Connection, account: WebhookAccount, max: number): Promise<ReplayRow[]> {
  return await db
    .selectFrom('webhook_replays')
    .select(COLUMNS)
    .where(OWNER_COLUMN[account.kind], '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

export async function findReplayRow(
  db: Connection,
  account: WebhookAccount,
  id: string,
): Promise<ReplayRow | undefined> {
  return await db
    .selectFrom('webhook_replays')
    .select(COLUMNS)
    .where(OWNER_COLUMN[account.kind], '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The deliveries of replays by state. */
export async function countByState(
  db: Connection,
  replayIds: readonly string[],
): Promise<{ replayId: string | null; state: DeliveryState; n: number }[]> {
  return await db
    .selectFrom('deliveries')
    .select((eb) => ['replay_id as replayId', 'state', eb.fn.countAll<number>().as('n')])
    .where('replay_id', '=', sql<string>`any(${replayIds}::text[])`)
    .groupBy(['replay_id', 'state'])
    .execute()
}

/** How many replays of the account still have something to send. */
export async function countUnfinishedReplays(db: Connection, account: WebhookAccount): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhook_replays as replay
    where ${sql.ref(`replay.${OWNER_COLUMN[account.kind]}`)} = ${account.id}
      and exists (select from deliveries where replay_id = replay.id and state = 'pending')`.execute(db)
  return rows[0]?.n ?? 0
}

/** Marks a replay as stopped; false if it was stopped before. */
export async function updateReplayStopped(tx: Connection, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_replays set stopped_at = ${at} where id = ${id} and stopped_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** Cancels what a replay has not sent, and returns how many. What is being sent is recorded when it ends. */
export async function updateReplayCanceled(tx: Connection, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from delivery_queue where lease_token is null
        and delivery_id in (select id from deliveries where replay_id = ${id} and state = 'pending')
      returning delivery_id)
    update deliveries set state = 'canceled', ended_at = now(), next_attempt_at = null
    where state = 'pending' and id in (select delivery_id from gone)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
