import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { PartnerBrands } from '../../../platform/database/tables.gen.ts'

type BrandRow = Selectable<PartnerBrands>

/** A stored logo that was not encoded by us. */
export type UncheckedLogo = Pick<BrandRow, 'logo_check_began_at' | 'logo_type'> & { logo: Buffer }

/** Records the start of a check of this logo; false if another check has started or the logo has changed. */
export async function claimLogoCheck(db: Connection, partnerId: string, logo: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateUnchecked(db, partnerId, logo)
    .set({ logo_check_began_at: at })
    .where('logo_check_began_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Allows another check of this logo. */
export async function releaseLogoCheck(db: Connection, partnerId: string, logo: Buffer): Promise<void> {
  await updateUnchecked(db, partnerId, logo).set({ logo_check_began_at: null }).execute()
}

/** Ends the check of this logo with its replacement or none; undefined if the logo has changed. */
export async function updateUncheckedLogo(
  tx: Connection,
  partnerId: string,
  logo: Buffer,
  replacement: { type: string; bytes: Buffer; sha256: Buffer } | undefined,
): Promise<BrandRow | undefined> {
  return await updateUnchecked(tx, partnerId, logo)
    .set({
      logo: replacement?.bytes ?? null,
      logo_type: replacement?.type ?? null,
      logo_sha256: replacement?.sha256 ?? null,
      logo_check_began_at: null,
    })
    .returningAll()
    .executeTakeFirst()
}

const updateUnchecked = (db: Connection, partnerId: string, logo: Buffer) =>
  db
    .updateTable('partner_brands')
    .where('partner_id', '=', partnerId)
    .where('logo', '=', logo)
    .where(sql<boolean>`logo_sha256 is distinct from sha256(logo)`)

/** The partner's distributor; null if it has none. */
export async function findDistributor(tx: Connection, partnerId: string): Promise<string | null> {
  const row = await tx.selectFrom('partners').select('distributor_id').where('id', '=', partnerId).executeTakeFirst()
  return row?.distributor_id ?? null
}
