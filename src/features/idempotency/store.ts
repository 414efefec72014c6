import { sql } from 'kysely'
import { ReadOnlyServer } from '../../platform/database/client.ts'
import type { Connection } from '../../platform/database/database.ts'

/** The identity of a stored outcome. */
export interface KeyIdentity {
  accountId: string
  route: string
  key: string
}

/**
 * Locks the key until the transaction ends; false if another transaction has locked it. Throws ReadOnlyServer on a standby:
 * a primary that lost its standbys and was demoted shows outcomes that were never confirmed, and that the new primary lacks.
 */
export async function lockKeyIfFree(tx: Connection, { accountId, route, key }: KeyIdentity): Promise<boolean> {
  const name = JSON.stringify([accountId, route, key])
  const { rows } = await sql<{
    locked: boolean
    isStandby: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked, pg_is_in_recovery() as "isStandby"`.execute(
    tx,
  )
  if (rows[0]?.isStandby) throw new ReadOnlyServer()
  return rows[0]?.locked ?? false
}

export async function openSavepoint(tx: Connection): Promise<void> {
  await sql`savepoint attempt`.execute(tx)
}

export async function returnToSavepoint(tx: Connection): Promise<void> {
  await sql`rollback to savepoint attempt`.execute(tx)
}

export async function findOutcomeRow(db: Connection, { accountId, route, key }: KeyIdentity, since: Date) {
  return await db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'outcome'])
    .where('account_id', '=', accountId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** Stores an outcome, in place of an expired one under the same key. */
export async function upsertOutcome(
  tx: Connection,
  { accountId, route, key }: KeyIdentity,
  row: { request_hash: Buffer; outcome: Buffer; customer_ids: string[]; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, route, key, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'route', 'key']).doUpdateSet(row))
    .execute()
}

/** Deletes up to `limit` outcomes that were stored before a time; returns how many. */
export async function deleteOutcomesBefore(db: Connection, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= ${before} limit ${limit} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Replaces the outcomes of these accounts that name a customer. */
export async function updateOutcomesOfCustomer(
  db: Connection,
  accountIds: readonly string[],
  customerId: string,
  outcome: Buffer,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ outcome, customer_ids: [] })
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`${customerId} = any(customer_ids)`)
    .execute()
}
