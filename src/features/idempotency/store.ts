import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export interface OnceKey {
  accountId: string
  route: string
  key: string
}

/** Whether this transaction has the key for itself; it does until it ends. */
export async function tryLockKey(tx: Connection, { accountId, route, key }: OnceKey): Promise<boolean> {
  const name = JSON.stringify([accountId, route, key])
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/** Marks the place in the transaction that `returnToSavepoint` goes back to. */
export async function openSavepoint(tx: Connection): Promise<void> {
  await sql`savepoint attempt`.execute(tx)
}

export async function returnToSavepoint(tx: Connection): Promise<void> {
  await sql`rollback to savepoint attempt`.execute(tx)
}

export async function findOutcome(db: Connection, { accountId, route, key }: OnceKey, since: Date) {
  return await db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'outcome'])
    .where('account_id', '=', accountId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** Keeps an outcome; one of an earlier day under the same key gives way. */
export async function upsertOutcome(
  tx: Connection,
  { accountId, route, key }: OnceKey,
  row: { request_hash: Buffer; outcome: Buffer; customer_ids: string[]; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, route, key, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'route', 'key']).doUpdateSet(row))
    .execute()
}

/** Deletes at most so many outcomes that were kept before a time; gives how many. */
export async function deleteOutcomesBefore(db: Connection, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= ${before} limit ${most} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Replaces outcomes that name a customer, of these accounts. */
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
