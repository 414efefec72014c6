import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { AccountStatus } from '../../../platform/database/tables.gen.ts'

/** Sets the partner's only valid link, replacing an earlier one. */
export async function upsertActivationToken(
  tx: Connection,
  partnerId: string,
  hash: Buffer,
  expiresAt: Date,
): Promise<void> {
  const token = { hash, expires_at: expiresAt }
  await tx
    .insertInto('activation_tokens')
    .values({ partner_id: partnerId, ...token })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(token))
    .execute()
}

export async function findActivationToken(db: Connection, hash: Buffer) {
  return await db
    .selectFrom('activation_tokens as token')
    .innerJoin('partners as partner', 'partner.id', 'token.partner_id')
    .select([
      'token.partner_id as partnerId',
      'token.expires_at as expiresAt',
      'partner.company',
      'partner.email',
      'partner.status',
    ])
    .where('token.hash', '=', hash)
    .executeTakeFirst()
}

export async function deleteActivationToken(tx: Connection, partnerId: string): Promise<void> {
  await tx.deleteFrom('activation_tokens').where('partner_id', '=', partnerId).execute()
}

/** Deletes at most `max` expired tokens; returns how many. */
export async function deleteExpiredTokens(db: Connection, at: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from activation_tokens where partner_id = any(array(
      select partner_id from activation_tokens where expires_at <= ${at} limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

export async function updateTokenExpiry(tx: Connection, partnerId: string, expiresAt: Date): Promise<void> {
  await tx.updateTable('activation_tokens').set({ expires_at: expiresAt }).where('partner_id', '=', partnerId).execute()
}

export async function findPartnerStatus(db: Connection, partnerId: string): Promise<AccountStatus | undefined> {
  const row = await db.selectFrom('partners').select('status').where('id', '=', partnerId).executeTakeFirst()
  return row?.status
}
