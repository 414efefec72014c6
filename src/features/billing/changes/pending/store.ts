import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { PlanChanges } from '../../../../platform/database/tables.gen.ts'
import type { IdempotencyContext } from '../../../../shared/idempotency.ts'
import type { Plan } from '../../../../shared/plans.ts'
import { type StoredChange, toStoredChange } from './rules.ts'

/** Locks the partner, so that its plan changes are admitted and recorded one after the other. */
export async function lockPartner(
  tx: Connection,
  partnerId: string,
): Promise<{ partnerId: string; distributorId: string | null } | undefined> {
  return await tx
    .selectFrom('partners')
    .select(['id as partnerId', 'distributor_id as distributorId'])
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updatePartnerPlan(tx: Connection, partnerId: string, plan: Plan, at: Date): Promise<void> {
  await tx.updateTable('partners').set({ plan, updated_at: at }).where('id', '=', partnerId).execute()
}

/** The times of the partner's own attempts after `since`, newest first, at most `max`. */
export async function listOwnAttempts(tx: Connection, partnerId: string, since: Date, max: number): Promise<Date[]> {
  const rows = await tx
    .selectFrom('plan_changes')
    .select('admitted_at')
    .where('partner_id', '=', partnerId)
    .where('author_kind', '=', 'partner')
    .where('admitted_at', '>', since)
    .orderBy('admitted_at', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => row.admitted_at)
}

export async function insertPlanChange(tx: Connection, row: Insertable<PlanChanges>): Promise<void> {
  await tx.insertInto('plan_changes').values(row).execute()
}

export async function insertPendingChange(tx: Connection, row: Insertable<PlanChanges>): Promise<StoredChange> {
  return toStoredChange(await tx.insertInto('plan_changes').values(row).returningAll().executeTakeFirstOrThrow())
}

/** The partner's pending change. */
export async function findPendingChange(tx: Connection, partnerId: string): Promise<StoredChange | undefined> {
  const row = await tx
    .selectFrom('plan_changes')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('outcome', '=', 'pending')
    .executeTakeFirst()
  return row && toStoredChange(row)
}

/** The pending change of an earlier call with this key, of any partner. */
export async function findPendingByKey(
  tx: Connection,
  { accountId, route, key }: IdempotencyContext,
): Promise<StoredChange | undefined> {
  const row = await tx
    .selectFrom('plan_changes')
    .selectAll()
    .where('idempotency_account', '=', accountId)
    .where('idempotency_route', '=', route)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row && toStoredChange(row)
}

/** The pending changes that were admitted before a time: how many, and the oldest. */
export async function findLongPending(
  db: Connection,
  before: Date,
): Promise<{ count: number; partnerId: string; admittedAt: Date } | undefined> {
  return await db
    .selectFrom('plan_changes')
    .select((eb) => [
      eb.fn.countAll<number>().over().as('count'),
      'partner_id as partnerId',
      'admitted_at as admittedAt',
    ])
    .where('outcome', '=', 'pending')
    .where('admitted_at', '<', before)
    .orderBy('admitted_at')
    .limit(1)
    .executeTakeFirst()
}

/** The answer to a change that has ended. */
export async function findEnd(db: Connection, id: string) {
  return await db
    .selectFrom('plan_changes')
    .select('answer')
    .where('id', '=', id)
    .where('outcome', '<>', 'pending')
    .executeTakeFirst()
}

/** Leases at most `max` pending changes whose lease has expired by `at`, oldest first: one of them if `id` is given. */
export async function claimChanges(
  db: Connection,
  { at, until, max, id }: { at: Date; until: Date; max: number; id?: string },
): Promise<StoredChange[]> {
  const rows = await db
    .updateTable('plan_changes')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('plan_changes')
        .select('id')
        .where('outcome', '=', 'pending')
        .where('leased_until', '<=', at)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? null))
        .orderBy('leased_until')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.map(toStoredChange)
}

/** Ends the lease of a pending change, unless somebody else has leased it meanwhile. */
export async function releaseChange(db: Connection, { id, leasedUntil }: StoredChange, at: Date): Promise<void> {
  await db
    .updateTable('plan_changes')
    .set({ leased_until: at })
    .where('id', '=', id)
    .where('outcome', '=', 'pending')
    .where('leased_until', '=', leasedUntil)
    .execute()
}

/** Locks a pending change; false if it has ended. */
export async function lockPendingChange(tx: Connection, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('plan_changes')
    .select('id')
    .where('id', '=', id)
    .where('outcome', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Stores how a locked pending change ended, with the answer as JSON, and deletes what only recording it needed. */
export async function updateEnded(
  tx: Connection,
  id: string,
  end: { outcome: Selectable<PlanChanges>['outcome']; message: string | null; answer: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('plan_changes')
    .set({
      outcome: end.outcome,
      message: end.message,
      answer: sql`${end.answer}::json`,
      ended_at: end.at,
      leased_until: null,
      author: null,
      settlement: null,
      idempotency_account: null,
      idempotency_route: null,
      idempotency_key: null,
      request_hash: null,
    })
    .where('id', '=', id)
    .execute()
}
