import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

const BEAT_MS = 10_000

export interface ApiProcesses {
  /** How many processes serve requests, as last seen; at least one. */
  count(): number
  stop(): Promise<void>
}

/** Counts this process among those that serve requests on this database, until it stops. */
export async function joinApiProcesses(db: Database, log: Log, beatMs = BEAT_MS): Promise<ApiProcesses> {
  const id = randomUUID()
  let count = 1
  const beat = async (): Promise<void> => {
    try {
      count = await countWithBeat(db, id)
    } catch (error) {
      // Keep the last number. If there is none yet, count the processes that were alive at the newest heartbeat.
      if (count === 1) count = await countLast(db, id).catch(() => 1)
      log.debug({ event: 'processes.beat.failed', error }, 'the heartbeat of this process was not stored')
    }
  }
  await beat()
  const timer = setInterval(() => void beat(), beatMs).unref()
  return {
    count: () => count,
    async stop() {
      clearInterval(timer)
      await db
        .deleteFrom('api_processes')
        .where('id', '=', id)
        .execute()
        .catch(() => {})
    },
  }
}

const SILENT = sql`interval '30 s'`

/** Uses the clock of the database, because those of machines differ. Also removes crashed processes. */
async function countWithBeat(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with beat as (
      insert into api_processes (id, heartbeat_at) values (${id}, now())
      on conflict (id) do update set heartbeat_at = now()
    ), gone as (
      delete from api_processes where heartbeat_at < now() - 10 * ${SILENT} and id <> ${id}
    )
    select 1 + count(*) as n from api_processes where id <> ${id} and heartbeat_at > now() - ${SILENT}`.execute(db)
  return rows[0]?.n ?? 1
}

async function countLast(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select 1 + count(*) as n from api_processes
    where id <> ${id} and heartbeat_at > (select max(heartbeat_at) from api_processes) - ${SILENT}`.execute(db)
  return rows[0]?.n ?? 1
}
