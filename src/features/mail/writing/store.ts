import type { Connection } from '../../../platform/database/database.ts'

/** The runs whose report mails became a digest, the oldest first. */
export async function listRunsOfDigest(db: Connection, digestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('about_id')
    .where('digest_id', '=', digestId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ about_id }) => about_id ?? [])
}
