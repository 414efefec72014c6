import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

export async function listCheckpoints(db: Connection, runId: string): Promise<{ number: number; content: Buffer }[]> {
  return await db
    .selectFrom('run_checkpoints')
    .select(['number', 'content'])
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute()
}

/**
 * Adds a piece to the checkpoint of a run, for its current attempt; false if another attempt has claimed the run or it
 * has ended. Locks the run, so that the next attempt sees every piece that was added before it.
 */
export async function insertCheckpoint(
  db: Connection,
  claimed: { id: string; attempt: number },
  row: { number: number; content: Buffer; at: Date },
): Promise<boolean> {
  // A connection can break after the row was committed: the retry then brings the same number with more content.
  const { rows } = await sql`
    insert into run_checkpoints (run_id, number, content, written_at)
    select id, ${row.number}::int, ${row.content}::bytea, ${row.at}::timestamptz from runs
    where id = ${claimed.id} and attempt = ${claimed.attempt} and status = 'running' for share
    on conflict (run_id, number) do update set content = excluded.content, written_at = excluded.written_at
    returning number`.execute(db)
  return rows.length > 0
}
