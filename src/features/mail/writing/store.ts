import type { Connection } from '../../../platform/database/database.ts'

/** What the mails were about, runs or invitations, that became part of another email; the oldest first. */
export async function listAboutIdsOfParts(db: Connection, mailId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('about_id')
    .where('digest_id', '=', mailId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ about_id }) => about_id ?? [])
}
