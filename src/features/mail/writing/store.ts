import type { Connection } from '../../../platform/database/database.ts'

/** The report mails that a digest stands for, the oldest first. */
export async function listParts(db: Connection, digestId: string): Promise<{ change_id: number | null }[]> {
  return await db
    .selectFrom('mails')
    .select('change_id')
    .where('digest_id', '=', digestId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
