import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { WebhookEndpoints } from '../../../platform/database/tables.gen.ts'
import type { WebhookAccount } from '../rules.ts'

export type EndpointRow = Selectable<WebhookEndpoints>

const OWNER_COLUMN = { partner: 'partner_id', distributor: 'distributor_id' } as const

export async function insertEndpoint(tx: Connection, row: Insertable<WebhookEndpoints>): Promise<void> {
  await tx.insertInto('webhook_endpoints').values(row).execute()
}

/** The account's endpoints without removed ones, oldest first. */
export async function listEndpointRows(db: Connection, account: WebhookAccount): Promise<EndpointRow[]> {
  return await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where(OWNER_COLUMN[account.kind], '=', account.id)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
}

/** Removed endpoints of an account whose log is read with that of the others. */
const MAX_REMOVED = 20

/** Ids of the account's endpoints whose log can be read: all of them, and of removed ones the newest, or the one that is named. */
export async function listLoggedEndpointIds(
  db: Connection,
  account: WebhookAccount,
  named: string | undefined,
): Promise<string[]> {
  const own = db.selectFrom('webhook_endpoints').select('id').where(OWNER_COLUMN[account.kind], '=', account.id)
  const removed = own.where('enabled', '=', false)
  const [active, gone] = await Promise.all([
    own.where('enabled', '=', true).orderBy('id').execute(),
    named === undefined
      ? removed.orderBy('updated_at', 'desc').orderBy('id').limit(MAX_REMOVED).execute()
      : removed.where('id', '=', named).execute(),
  ])
  return [...active, ...gone].map(({ id }) => id)
}

export async function findEndpointRow(db: Connection, id: string): Promise<EndpointRow | undefined> {
  return await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
}

/** Serializes changes of one account's endpoints. */
export async function lockAccount(tx: Connection, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${accountId}`}, 0))`.execute(tx)
}

export async function updateEndpoint(tx: Connection, id: string, change: Updateable<WebhookEndpoints>): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
}

/** Notifies the senders that the endpoint may be called again. */
export async function wakeEndpoint(tx: Connection, id: string): Promise<void> {
  await sql`select pg_notify('deliveries', ${id})`.execute(tx)
}

export interface EndpointHealth {
  endpointId: string
  pending: number
  /** Of the last thousand deliveries, those that failed for good. */
  failed: number
  lastDeliveredAt: Date | null
  /** When the first delivery was made that has failed since the last success, for good or so far. */
  failingSince: Date | null
}

/** The state of each endpoint, from everything pending and the last thousand deliveries. */
export async function listHealth(db: Connection, endpointIds: readonly string[]): Promise<EndpointHealth[]> {
  const { rows } = await sql<EndpointHealth>`
    select endpoint.id as "endpointId",
      (select count(*) from deliveries where endpoint_id = endpoint.id and state = 'pending') as pending,
      recent.failed, recent."lastDeliveredAt", recent."failingSince"
    from unnest(${endpointIds}::text[]) as endpoint (id), lateral (
      select count(*) filter (where state = 'failed') as failed,
        max(ended_at) filter (where state = 'delivered') as "lastDeliveredAt",
        min(created_at) filter (where last_outcome = 'failed' and state in ('pending', 'failed') and cause <> 'test'
          and created_at > coalesce("succeededAt", '-infinity')) as "failingSince"
      from (
        select state, ended_at, last_outcome, cause, created_at, max(ended_at) filter (where state = 'delivered') over () as "succeededAt"
        from (select state, ended_at, last_outcome, cause, created_at from deliveries where endpoint_id = endpoint.id
          order by created_at desc, id desc limit 1000) as newest
      ) as last
    ) as recent`.execute(db)
  return rows
}

/**
 * Cancels the pending deliveries of an endpoint. A delivery that is being sent is recorded when it ends, and one that is
 * being queued is canceled by the next process that looks for work.
 */
export async function updateDeliveriesCanceled(tx: Connection, endpointId: string): Promise<void> {
  await sql`
    with gone as (
      delete from delivery_queue where endpoint_id = ${endpointId} and lease_token is null returning delivery_id)
    update deliveries set state = 'canceled', ended_at = now(), next_attempt_at = null
    where state = 'pending' and id in (select delivery_id from gone)`.execute(tx)
}
