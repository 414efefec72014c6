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
 * Adds to what a run has read, for the attempt that holds it; false where another attempt, or the end, has overtaken.
 * The run is held meanwhile, so that whoever takes it over reads all that was added before.
 */
export async function insertCheckpoint(
  db: Connection,
  held: { id: string; attempt: number },
  row: { number: number; content: Buffer; at: Date },
): Promise<boolean> {
  // A connection may break when the row is there already but we have not heard of it: it comes again then, and longer.
  const { rows } = await sql`
    insert into run_checkpoints (run_id, number, content, written_at)
    select id, ${row.number}::int, ${row.content}::bytea, ${row.at}::timestamptz from runs
    where id = ${held.id} and attempt = ${held.attempt} and status = 'running' for share
    on conflict (run_id, number) do update set content = excluded.content, written_at = excluded.written_at
    returning number`.execute(db)
  return rows.length > 0
}
