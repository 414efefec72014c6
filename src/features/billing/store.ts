import type { Insertable, Selectable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { PlanChanges } from '../../platform/database/tables.gen.ts'
import type { Plan } from '../../shared/plans.ts'

type Outcome = Selectable<PlanChanges>['outcome']

/** Locks the partner, so that its plan changes run one after the other; false if there is no such partner. */
export async function lockPartner(tx: Connection, partnerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePartnerPlan(tx: Connection, partnerId: string, plan: Plan, at: Date): Promise<void> {
  await tx.updateTable('partners').set({ plan, updated_at: at }).where('id', '=', partnerId).execute()
}

/** The times of the partner's own attempts after `since`, newest first, at most `max`. */
export async function listOwnAttempts(tx: Connection, partnerId: string, since: Date, max: number): Promise<Date[]> {
  const rows = await tx
    .selectFrom('plan_changes')
    .select('requested_at')
    .where('partner_id', '=', partnerId)
    .where('author_kind', '=', 'partner')
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => row.requested_at)
}

export async function insertPlanChange(tx: Connection, row: Insertable<PlanChanges>): Promise<void> {
  await tx.insertInto('plan_changes').values(row).execute()
}

export async function findPlanChange(tx: Connection, partnerId: string, id: string) {
  return await tx
    .selectFrom('plan_changes')
    .select(['outcome', 'requested_at as requestedAt'])
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Stores the outcome of a pending change; one that has ended keeps its outcome. */
export async function updatePlanChange(
  tx: Connection,
  partnerId: string,
  id: string,
  end: { outcome: Outcome; message?: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('plan_changes')
    .set({ outcome: end.outcome, message: end.message ?? null, ended_at: end.at })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('outcome', '=', 'pending')
    .execute()
}
