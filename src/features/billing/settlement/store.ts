import type { Selectable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Partners } from '../../../platform/database/tables.gen.ts'

/**
 * Locks the partner without blocking rows that refer to it: a transaction that has locked it already could deadlock with
 * inserts of such rows if it raised the lock.
 */
export async function lockSettlement(tx: Connection, partnerId: string) {
  return await tx
    .selectFrom('partners')
    .select(['settlement_currency as currency', 'settlement_interval as interval'])
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateSettlement(
  tx: Connection,
  partnerId: string,
  settlement: Pick<Selectable<Partners>, 'settlement_currency' | 'settlement_interval'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('partners')
    .set({ ...settlement, updated_at: at })
    .where('id', '=', partnerId)
    .execute()
}
