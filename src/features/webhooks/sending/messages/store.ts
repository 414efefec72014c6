import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

/** Delays the calls of an endpoint by this many seconds, by the database's clock. */
export async function updateResumeAt(db: Connection, endpointId: string, seconds: number): Promise<void> {
  await sql`update webhook_endpoints set resume_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${endpointId}`.execute(db)
}
