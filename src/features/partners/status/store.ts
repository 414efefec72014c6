import type { Selectable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Partners } from '../../../platform/database/tables.gen.ts'
import { monthBounds, monthOf } from '../../../shared/month.ts'

export type PartnerRow = Selectable<Partners>

/** A partner by its id alone: the caller has proved its right to it by other means. No one else changes it until the transaction ends. */
export async function lockAnyPartner(tx: Connection, id: string): Promise<PartnerRow | undefined> {
  return await tx.selectFrom('partners').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updatePartnerStatus(
  tx: Connection,
  id: string,
  status: PartnerRow['status'],
  at: Date,
): Promise<void> {
  const moment = status === 'active' ? { activated_at: at } : { suspended_at: at }
  await tx
    .updateTable('partners')
    .set({ status, updated_at: at, ...moment })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('partner_statuses')
    .values({ partner_id: id, since: at, status })
    .onConflict((conflict) => conflict.columns(['partner_id', 'since']).doUpdateSet({ status }))
    .execute()
  // Of a month only its last status is ever asked for: an account that is switched on and off all day leaves one row.
  await tx
    .deleteFrom('partner_statuses')
    .where('partner_id', '=', id)
    .where('since', '>=', monthBounds(monthOf(at)).from)
    .where('since', '<', at)
    .execute()
}
