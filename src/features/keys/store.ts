import type { Insertable } from 'kysely'
import type { ApiKeys } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'

export async function insertKey(tx: Connection, row: Insertable<ApiKeys>): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

export async function updateKeyLastUsed(db: Connection, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('hash', '=', hash).execute()
}

/** The key with the partner it belongs to. */
export async function findPartnerKey(db: Connection, hash: Buffer) {
  return await db
    .selectFrom('api_keys as key')
    .innerJoin('partners as partner', 'partner.id', 'key.partner_id')
    .select([
      'partner.id as partnerId',
      'partner.distributor_id as distributorId',
      'partner.plan',
      'partner.status',
      'key.expires_at as expiresAt',
      'key.revoked_at as revokedAt',
      'key.revoked_reason as revokedReason',
      'key.last_used_at as lastUsedAt',
    ])
    .where('key.hash', '=', hash)
    .executeTakeFirst()
}
