import type { Selectable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Partners } from '../../../platform/database/tables.gen.ts'
import { monthBounds, monthOf } from '../../../shared/dates/month.ts'

export type PartnerRow = Selectable<Partners>

/** Locks a partner by its id alone: the caller must have authorized access in another way. */
export async function lockAnyPartner(tx: Connection, id: string): Promise<PartnerRow | undefined> {
  return await tx.selectFrom('partners').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updatePartnerStatus(
  tx: Connection,
  id: string,
  status: PartnerRow['status'],
  at: Date,
): Promise<void> {
  const instant = status === 'active' ? { activated_at: at } : { suspended_at: at }
  await tx
    .updateTable('partners')
    .set({ status, updated_at: at, ...instant })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('partner_statuses')
    .values({ partner_id: id, since: at, status })
    .onConflict((conflict) => conflict.columns(['partner_id', 'since']).doUpdateSet({ status }))
    .execute()
  // Only the last status of a month is ever read, so keep one row even if an account is switched on and off all day.
  await tx
    .deleteFrom('partner_statuses')
    .where('partner_id', '=', id)
    .where('since', '>=', monthBounds(monthOf(at)).from)
    .where('since', '<', at)
    .execute()
}
