import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { WebhookAccount } from '../rules.ts'

export interface FailingEndpoint {
  id: string
  url: string
  accountId: string
  /** When the oldest delivery that has failed since the last success was created. */
  failingSince: Date
  lastDeliveredAt: Date | null
  pending: number
  failed: number
}

/**
 * Endpoints that have only failed since before `before`, and whose accounts have not been notified yet. Leaves out paused
 * endpoints, and tests, whose sender has seen the outcome.
 */
export async function listUnreportedFailing(db: Connection, before: Date): Promise<FailingEndpoint[]> {
  const { rows } = await sql<FailingEndpoint>`
    select endpoint.id, endpoint.url, coalesce(endpoint.partner_id, endpoint.distributor_id) as "accountId",
      failing.since as "failingSince", success.ended_at as "lastDeliveredAt", failing.pending, failing.failed
    from ${FAILING}
    where failing.since <= ${before} and (endpoint.alerted_at is null or endpoint.alerted_at <= success.ended_at)
    order by endpoint.id`.execute(db)
  return rows
}

/** Endpoints as `endpoint` with their last success and what has failed since; without paused and removed ones. */
const FAILING = sql`(
      select * from webhook_endpoints where enabled and (paused_until is null or paused_until <= now())
    ) as endpoint
    left join lateral (
      select id, ended_at from deliveries where endpoint_id = endpoint.id and state = 'delivered' order by created_at desc, id desc limit 1
    ) as success on true
    cross join lateral (
      select min(created_at) as since, count(*) filter (where state = 'pending') as pending,
        count(*) filter (where state = 'failed') as failed
      from deliveries
      where endpoint_id = endpoint.id and cause <> 'test' and last_outcome = 'failed' and state <> 'delivered'
        and id > coalesce(success.id, 0) and created_at > coalesce(success.ended_at, '-infinity')
    ) as failing`

/** How many endpoints of the account have only failed since their last success, and since when the first of them. */
export async function countFailing(
  db: Connection,
  { kind, id }: WebhookAccount,
): Promise<{ count: number; since: Date | null }> {
  const owner = sql.ref(kind === 'partner' ? 'endpoint.partner_id' : 'endpoint.distributor_id')
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(failing.since) as since from ${FAILING}
    where ${owner} = ${id} and failing.since is not null`.execute(db)
  return rows[0] ?? { count: 0, since: null }
}

/** Marks the account as notified; false if another process was faster or the endpoint is gone. */
export async function updateAlertedAt(tx: Connection, endpoint: FailingEndpoint, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_endpoints set alerted_at = ${at}
    where id = ${endpoint.id} and enabled
      and (alerted_at is null or alerted_at <= ${endpoint.lastDeliveredAt}) returning id`.execute(tx)
  return rows.length > 0
}

/** The backlog of deliveries over all accounts. */
export interface QueueFigures {
  due: number
  scheduled: number
  sending: number
  /** How late the oldest due delivery of an endpoint that is not paused is, in seconds. Channels do not count: they are slow on purpose. */
  lagSeconds: number
  lanes: number
}

export async function findQueueFigures(db: Connection): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select count(*) filter (where lease_token is null and due_at <= now()) as due,
      count(*) filter (where lease_token is null and due_at > now()) as scheduled,
      count(*) filter (where lease_token is not null) as sending,
      coalesce(extract(epoch from now() - min(due_at) filter (
        where lease_token is null and due_at <= now()
          and (endpoint.paused_until is null or endpoint.paused_until <= now())
          and endpoint.format = 'event')), 0)::float8 as "lagSeconds",
      count(distinct queue.endpoint_id) as lanes
    from delivery_queue as queue join webhook_endpoints as endpoint on endpoint.id = queue.endpoint_id`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('the statement returned no row')
  return figures
}
