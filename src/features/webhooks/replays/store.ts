import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { type DeliveryFilter, filterConditionOf } from '../deliveries/store.ts'

/** How many events a replay of the filter would send: those without a pending delivery. */
export async function countReplays(db: Connection, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${replayed(filter)}) as replayed`.execute(db)
  return rows[0]?.n ?? 0
}

/** Pause between two replays to one endpoint, in seconds, so that new events are not delayed. */
const REPLAY_PACE_S = 0.05

/** Queues those events again, each once per endpoint, spaced out and in the order in which they happened. */
export async function insertReplays(tx: Connection, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with made as (
      insert into deliveries (event_id, endpoint_id, cause, next_attempt_at)
      select event_id, endpoint_id, 'replay', now() + ${REPLAY_PACE_S} * interval '1 s' * (
        row_number() over (partition by endpoint_id order by event_id) - 1)
      from (${replayed(filter)}) as replayed order by event_id
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

const replayed = (filter: DeliveryFilter) => sql`
  select distinct delivery.event_id, delivery.endpoint_id
  from deliveries as delivery join events as event on event.id = delivery.event_id
  where ${filterConditionOf(filter)} and delivery.cause <> 'test' and not exists (
    select from deliveries as waiting where waiting.event_id = delivery.event_id
      and waiting.endpoint_id = delivery.endpoint_id and waiting.state = 'pending')`
