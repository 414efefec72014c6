import type { Insertable } from 'kysely'
import type { PartnerBrands } from '../../../ground/tables.ts'
import type { Connection } from '../../../platform/database.ts'

export async function findBrandRow(db: Connection, partnerId: string) {
  return await db.selectFrom('partner_brands').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
}

/** Two changes at once of one partner's brand come one after the other, also where there is none yet. */
export async function lockPartner(tx: Connection, partnerId: string): Promise<void> {
  await tx.selectFrom('partners').select('id').where('id', '=', partnerId).forNoKeyUpdate().execute()
}

export async function upsertBrand(tx: Connection, row: Insertable<PartnerBrands>): Promise<void> {
  const { partner_id: _, ...change } = row
  await tx
    .insertInto('partner_brands')
    .values(row)
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(change))
    .execute()
}
