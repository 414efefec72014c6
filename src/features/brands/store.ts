import type { Selectable, Updateable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { PartnerBrands } from '../../platform/database/tables.gen.ts'

export type BrandRow = Selectable<PartnerBrands>

export async function findBrandRow(db: Connection, partnerId: string): Promise<BrandRow | undefined> {
  return await db.selectFrom('partner_brands').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
}

/** The columns that say how times are written. */
export async function findTimeColumns(
  db: Connection,
  partnerId: string,
): Promise<Pick<BrandRow, 'time_zone' | 'locale'> | undefined> {
  return await db
    .selectFrom('partner_brands')
    .select(['time_zone', 'locale'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
}

/** Serializes changes of one partner's brand, even if there is none yet. */
export async function lockPartner(tx: Connection, partnerId: string): Promise<void> {
  await tx.selectFrom('partners').select('id').where('id', '=', partnerId).forNoKeyUpdate().execute()
}

/** Changes only the given columns. */
export async function upsertBrand(
  tx: Connection,
  partnerId: string,
  change: Omit<Updateable<PartnerBrands>, 'updated_at'> & { updated_at: Date },
): Promise<void> {
  await tx
    .insertInto('partner_brands')
    .values({ ...change, partner_id: partnerId })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(change))
    .execute()
}
