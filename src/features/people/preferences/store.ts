import type { Connection } from '../../../platform/database/database.ts'

export interface PreferenceRow {
  time_zone: string | null
  locale: string | null
}

export async function findPreferences(db: Connection, personId: string): Promise<PreferenceRow | undefined> {
  return await db.selectFrom('people').select(['time_zone', 'locale']).where('id', '=', personId).executeTakeFirst()
}

/** Like `findPreferences`, and locks them against another change. */
export async function lockPreferences(tx: Connection, personId: string): Promise<PreferenceRow | undefined> {
  return await tx
    .selectFrom('people')
    .select(['time_zone', 'locale'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updatePreferences(tx: Connection, personId: string, change: PreferenceRow): Promise<void> {
  await tx.updateTable('people').set(change).where('id', '=', personId).execute()
}
