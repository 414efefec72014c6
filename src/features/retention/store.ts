import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/**
 * What ends by its age, whichever feature it belongs to. Every statement deletes at most `max` rows, leaves alone what
 * others have locked, and gives how many rows are gone.
 */

async function count(db: Connection, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0)
}

/**
 * Events in the order of their ids, which is that of time but for a few: looked at page by page, so that no index on the
 * time is needed where events are written. Those that are still on their way to a webhook stay.
 */
export async function deleteEventsPage(
  db: Connection,
  before: Date,
  afterId: string,
  max: number,
): Promise<{ deleted: number; lastId: string | undefined; old: number }> {
  const { rows } = await sql<{ deleted: number; lastId: string | null; old: number }>`
    with page as materialized (
      select id, occurred_at from events where id > ${afterId} order by id limit ${max}
    ), gone as (
      delete from events where id = any(array(
        select event.id from events as event join page on page.id = event.id
        where page.occurred_at < ${before}
          and not exists (select from deliveries where event_id = event.id and state = 'pending')
        for update of event skip locked))
      returning id
    ), ended as (
      delete from deliveries where event_id in (select id from gone) returning id
    ), attempts as (
      delete from delivery_attempts where delivery_id in (select id from ended)
    )
    select (select count(*) from gone) as deleted, (select max(id) from page) as "lastId",
      (select count(*) from page where occurred_at < ${before}) as old`.execute(db)
  const [page] = rows
  return { deleted: page?.deleted ?? 0, lastId: page?.lastId ?? undefined, old: page?.old ?? 0 }
}

/** The same for deliveries that have ended, with their attempts. */
export async function deleteDeliveriesPage(
  db: Connection,
  before: Date,
  afterId: number,
  max: number,
): Promise<{ deleted: number; lastId: number | undefined; old: number }> {
  const { rows } = await sql<{ deleted: number; lastId: number | null; old: number }>`
    with page as materialized (
      select id, created_at from deliveries where id > ${afterId} order by id limit ${max}
    ), gone as (
      delete from deliveries where id = any(array(
        select delivery.id from deliveries as delivery join page on page.id = delivery.id
        where delivery.ended_at < ${before} for update of delivery skip locked))
      returning id
    ), attempts as (
      delete from delivery_attempts where delivery_id in (select id from gone)
    )
    select (select count(*) from gone) as deleted, (select max(id) from page) as "lastId",
      (select count(*) from page where created_at < ${before}) as old`.execute(db)
  const [page] = rows
  return { deleted: page?.deleted ?? 0, lastId: page?.lastId ?? undefined, old: page?.old ?? 0 }
}

/** The same for runs that have ended; snapshots, results and checkpoints go with them. Usage is counted elsewhere. */
export async function deleteRunsPage(
  db: Connection,
  before: Date,
  afterId: string,
  max: number,
): Promise<{ deleted: number; lastId: string | undefined; old: number }> {
  const { rows } = await sql<{ deleted: number; lastId: string | null; old: number }>`
    with page as materialized (
      select id, created_at from runs where id > ${afterId} order by id limit ${max}
    ), gone as (
      delete from runs where id = any(array(
        select run.id from runs as run join page on page.id = run.id
        where run.completed_at < ${before} for update of run skip locked))
      returning id
    )
    select (select count(*) from gone) as deleted, (select max(id) from page) as "lastId",
      (select count(*) from page where created_at < ${before}) as old`.execute(db)
  const [page] = rows
  return { deleted: page?.deleted ?? 0, lastId: page?.lastId ?? undefined, old: page?.old ?? 0 }
}

/** Invitations that were closed before a time, with their recipients, links and sessions. */
export const deleteClosedInvitations = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from questionnaire_invitations where id = any(array(
      select id from questionnaire_invitations where closed_at < ${before} limit ${max} for update skip locked))`,
  )

export const deleteRemovedExceptions = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from exceptions where id = any(array(
      select id from exceptions where removed_at < ${before} limit ${max} for update skip locked))`,
  )

/** Keys that were revoked before a time: they have opened nothing since, and the audit knows of them. */
export const deleteRevokedKeys = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from api_keys where hash = any(array(
      select hash from api_keys where revoked_at < ${before} limit ${max} for update skip locked))`,
  )

/** Webhooks that were removed before a time and of which no delivery is left. */
export const deleteRemovedEndpoints = (db: Connection, before: Date, max: number): Promise<number> =>
  count(
    db,
    sql`delete from webhook_endpoints where id = any(array(
      select id from webhook_endpoints as endpoint where not enabled and updated_at < ${before}
        and not exists (select from deliveries where endpoint_id = endpoint.id)
        and not exists (select from webhook_secrets where endpoint_id = endpoint.id)
      limit ${max} for update skip locked))`,
  )

/** Jobs that were given up before a time. */
export async function deleteFailedJobs(db: Connection, before: Date, max: number): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < ${before} limit ${max}))`.execute(db)
  return rows.length
}

/** A customer that was deleted and of which something may be left. */
export interface DeletedCustomer {
  eventId: string
  customerId: string
  partnerId: string | null
  distributorId: string | null
  deletedAt: Date
}

/** Deleted customers of which something may be left, in the order of their deletion; `eventId` tells of the deletion. */
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
 * Deletes at most so many events of a customer, with their deliveries and attempts; gives how many. Those that are still on
 * their way to a webhook stay until they have arrived or were given up, and the event that the customer was deleted stays.
 */
export async function deleteCustomerEvents(db: Connection, customerId: string, max: number): Promise<number> {
  return await deleteEvents(db, sql`event.customer_id = ${customerId} and event.type <> 'customer.deleted'`, max)
}

/** Notes that nothing is left of a customer but the event that it was deleted; false where other events are still there. */
export async function updateErased(db: Connection, { eventId, customerId }: DeletedCustomer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update events set customer_id = null where id = ${eventId} and not exists (
      select from events as other where other.customer_id = ${customerId} and other.type <> 'customer.deleted')`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) > 0
}

/** Deletes at most so many events of deletions before a time, where all else is erased; gives how many. */
export async function deleteDeletionEvents(db: Connection, before: Date, max: number): Promise<number> {
  return await deleteEvents(
    db,
    sql`event.type = 'customer.deleted' and event.occurred_at < ${before} and event.customer_id is null`,
    max,
  )
}

/** With their deliveries and attempts; those that are still on their way to a webhook stay. */
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

/** Takes what names a deleted customer out of at most 1,000 audit rows; gives how many. */
export async function updateAuditOfCustomer(db: Connection, customerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select erase_audit(${customerId}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

export interface RetentionFigures {
  kind: string
  /** As the database estimates it: to count them would read every one. */
  rows: number
  /** Undefined where there is none, or where its age does not matter. */
  oldestAt: Date | null
}

/** How much there is of what grows, and how old the oldest of it is. */
export async function listRetentionRows(db: Connection): Promise<RetentionFigures[]> {
  const { rows } = await sql<RetentionFigures>`
    with oldest (kind, "oldestAt") as (
      select 'events', (select occurred_at from events order by id limit 1)
      union all select 'deliveries', (select created_at from deliveries order by id limit 1)
      union all select 'delivery_attempts', (select min(started_at) from delivery_attempts)
      union all select 'mails', (select min(created_at) from mails)
      union all select 'questionnaire_sessions', (select min(expires_at) from questionnaire_sessions)
      union all select 'questionnaire_links', (select min(expires_at) from questionnaire_links)
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
