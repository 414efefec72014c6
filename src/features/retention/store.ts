import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/**
 * Deletes old rows of all features. Every statement deletes at most `max` rows, skips locked ones, and returns how many it
 * deleted.
 */

async function count(db: Connection, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0)
}

/** A page begins after this id and ends before `until`. */
interface PageStart<Id> {
  afterId: Id
  until: string | undefined
}

/** One page of a table: `deleted` rows of it are gone, and `old` rows are older than the given time. */
interface DeletedPage<Id> {
  deleted: number
  /** Where the next page begins; undefined at the end of the table. */
  lastId: Id | undefined
  old: number
}

interface PageDeletion {
  table: 'events' | 'deliveries' | 'runs'
  createdAt: 'occurred_at' | 'created_at'
  /** Condition on `item`, a row of the table. */
  where: RawBuilder<unknown>
  /** Further parts of the statement, which delete what refers to the rows in `gone`. */
  dependants: RawBuilder<unknown>
}

/** Ids follow time closely enough, so paging by id needs no index on the time, which would slow down inserts. */
async function deletePage<Id extends string | number>(
  db: Connection,
  { table, createdAt, where, dependants }: PageDeletion,
  before: Date,
  { afterId, until }: PageStart<Id>,
  max: number,
): Promise<DeletedPage<Id>> {
  const end = until === undefined ? sql`` : sql` and id < ${until}`
  const { rows } = await sql<{ deleted: number; lastId: Id | null; old: number }>`
    with page as materialized (
      select id, ${sql.ref(createdAt)} as created_at from ${sql.table(table)} where id > ${afterId}${end} order by id limit ${max}
    ), gone as (
      delete from ${sql.table(table)} where id = any(array(
        select item.id from ${sql.table(table)} as item join page on page.id = item.id
        where ${where} for update of item skip locked))
      returning id
    )${dependants}
    select (select count(*) from gone) as deleted, (select max(id) from page) as "lastId",
      (select count(*) from page where created_at < ${before}) as old`.execute(db)
  const [page] = rows
  return { deleted: page?.deleted ?? 0, lastId: page?.lastId ?? undefined, old: page?.old ?? 0 }
}

/** Deletes events that no webhook waits for, with their deliveries and attempts. */
export const deleteEventsPage = (
  db: Connection,
  before: Date,
  start: PageStart<string>,
  max: number,
): Promise<DeletedPage<string>> =>
  deletePage(
    db,
    {
      table: 'events',
      createdAt: 'occurred_at',
      where: sql`item.occurred_at < ${before}
        and not exists (select from deliveries where event_id = item.id and state = 'pending')`,
      dependants: sql`, ended as (
        delete from deliveries where event_id in (select id from gone) returning id
      ), attempts as (
        delete from delivery_attempts where delivery_id in (select id from ended)
      )`,
    },
    before,
    start,
    max,
  )

/** Deletes deliveries that ended before the given time, with their attempts. */
export const deleteDeliveriesPage = (
  db: Connection,
  before: Date,
  start: PageStart<number>,
  max: number,
): Promise<DeletedPage<number>> =>
  deletePage(
    db,
    {
      table: 'deliveries',
      createdAt: 'created_at',
      where: sql`item.ended_at < ${before}`,
      dependants: sql`, attempts as (
        delete from delivery_attempts where delivery_id in (select id from gone)
      )`,
    },
    before,
    start,
    max,
  )

/** Deletes runs that ended before the given time, with their snapshots, results and checkpoints. Usage is counted elsewhere. */
export const deleteRunsPage = (
  db: Connection,
  before: Date,
  start: PageStart<string>,
  max: number,
): Promise<DeletedPage<string>> =>
  deletePage(
    db,
    { table: 'runs', createdAt: 'created_at', where: sql`item.completed_at < ${before}`, dependants: sql`` },
    before,
    start,
    max,
  )

/** Deletes invitations that were closed before a time, with their recipients, links and sessions. */
export const deleteClosedInvitations = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from questionnaire_invitations where id = any(array(
      select id from questionnaire_invitations where closed_at < ${before} limit ${max} for update skip locked))`,
  )

export const deleteEndedLinks = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from report_links where id = any(array(
      select id from report_links where expires_at < ${before} limit ${max} for update skip locked))`,
  )

export const deleteRemovedExceptions = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from exceptions where id = any(array(
      select id from exceptions where removed_at < ${before} limit ${max} for update skip locked))`,
  )

/** Deletes old replays; a delivery of a replay is younger than the replay. */
export const deleteOldReplays = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from webhook_replays where id = any(array(
      select replay.id from webhook_replays as replay where replay.created_at < ${before}
        and not exists (select from deliveries where replay_id = replay.id and state = 'pending')
      limit ${max} for update of replay skip locked))`,
  )

/** Deletes keys that were revoked before a time. The audit trail still has them. */
export const deleteRevokedKeys = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from api_keys where hash = any(array(
      select hash from api_keys where revoked_at < ${before} limit ${max} for update skip locked))`,
  )

/** Deletes webhooks that were removed before a time and have no deliveries left. */
export const deleteRemovedEndpoints = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from webhook_endpoints where id = any(array(
      select id from webhook_endpoints as endpoint where not enabled and updated_at < ${before}
        and not exists (select from deliveries where endpoint_id = endpoint.id)
        and not exists (select from webhook_secrets where endpoint_id = endpoint.id)
      limit ${max} for update skip locked))`,
  )

/** Deletes jobs that failed for good before a time. */
export async function deleteFailedJobs(db: Connection, before: Date, max: number): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < ${before} limit ${max}))`.execute(db)
  return rows.length
}

/** A deleted customer whose data may not be completely erased yet. */
export interface DeletedCustomer {
  eventId: string
  customerId: string
  partnerId: string | null
  distributorId: string | null
  deletedAt: Date
}

/** Deleted customers that may not be completely erased yet, oldest deletion first; `eventId` is their event customer.deleted. */
export async function listDeletedCustomers(
  db: Connection,
  afterEventId: string,
  max: number,
): Promise<DeletedCustomer[]> {
  const { rows } = await sql<DeletedCustomer>`
    select id as "eventId", customer_id as "customerId", partner_id as "partnerId", distributor_id as "distributorId",
      occurred_at as "deletedAt"
    from events where type = 'customer.deleted' and customer_id is not null and id > ${afterEventId}
    order by id limit ${max}`.execute(db)
  return rows
}

/**
 * Deletes at most `max` events of a customer, with their deliveries and attempts; returns how many. Events with a pending
 * delivery stay until it has ended, and customer.deleted stays.
 */
export async function deleteCustomerEvents(db: Connection, customerId: string, max: number): Promise<number> {
  return await deleteEvents(db, sql`event.customer_id = ${customerId} and event.type <> 'customer.deleted'`, max)
}

/** Marks a customer as erased except for its event customer.deleted; false if it still has other events. */
export async function updateErased(db: Connection, { eventId, customerId }: DeletedCustomer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update events set customer_id = null where id = ${eventId} and not exists (
      select from events as other where other.customer_id = ${customerId} and other.type <> 'customer.deleted')`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) > 0
}

/** Deletes at most `max` events customer.deleted from before a time whose customers are erased; returns how many. */
export async function deleteDeletionEvents(db: Connection, before: Date, max: number): Promise<number> {
  return await deleteEvents(
    db,
    sql`event.type = 'customer.deleted' and event.occurred_at < ${before} and event.customer_id is null`,
    max,
  )
}

/** Deletes events with their deliveries and attempts, except those with a pending delivery. */
async function deleteEvents(db: Connection, which: RawBuilder<unknown>, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from events where id = any(array(
        select event.id from events as event
        where ${which} and not exists (select from deliveries where event_id = event.id and state = 'pending')
        limit ${max} for update skip locked))
      returning id
    ), ended as (
      delete from deliveries where event_id in (select id from gone) returning id
    ), attempts as (
      delete from delivery_attempts where delivery_id in (select id from ended)
    )
    select count(*) as n from gone`.execute(db)
  return rows[0]?.n ?? 0
}

/** Erases what names a deleted customer from at most 1,000 audit rows; returns how many. */
export async function updateAuditOfCustomer(db: Connection, customerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select erase_audit(${customerId}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

export interface RetentionFigures {
  kind: string
  /** The database's estimate: an exact count would read every row. */
  rows: number
  /** Null if the table is empty or its age does not matter. */
  oldestAt: Date | null
}

/** The estimated size of each growing table, and the age of its oldest row. */
export async function listRetentionRows(db: Connection): Promise<RetentionFigures[]> {
  const { rows } = await sql<RetentionFigures>`
    with oldest (kind, "oldestAt") as (
      select 'events', (select occurred_at from events order by id limit 1)
      union all select 'deliveries', (select created_at from deliveries order by id limit 1)
      union all select 'delivery_attempts', (select min(started_at) from delivery_attempts)
      union all select 'mails', (select min(created_at) from mails)
      union all select 'notices', (select min(created_at) from notices)
      union all select 'questionnaire_sessions', (select min(expires_at) from questionnaire_sessions)
      union all select 'questionnaire_links', (select min(expires_at) from questionnaire_links)
      union all select 'attachments', (select min(attached_at) from attachments)
      union all select 'idempotency_keys', (select min(created_at) from idempotency_keys)
      union all select 'audit', (select occurred_at from audit order by id limit 1)
      union all select 'runs', (select created_at from runs order by id limit 1)
      union all select 'customers', null
      union all select 'answers', null
      union all select 'exceptions', null
    )
    select kind, "oldestAt", greatest(0, class.reltuples)::float8 as rows
    from oldest join pg_class as class on class.relname = oldest.kind and class.relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  return rows
}
