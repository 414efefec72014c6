import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

/** Serializes the calls of a partner that start runs for many, so that the second sees the runs of the first. */
export async function lockRunStarts(tx: Connection, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`portfolio runs ${partnerId}`}, 0))`.execute(tx)
}
