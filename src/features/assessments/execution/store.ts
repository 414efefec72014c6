import type { Connection } from '../../../platform/database.ts'

/** Whether the run is still there and has not ended. */
export async function isRunUnfinished(db: Connection, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row !== undefined
}
