import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serversOf } from '../src/platform/database/servers.ts'
import type { Account } from './account.ts'
import type { DatabaseCluster } from './database.ts'
import type { Ledger } from './load.ts'

/** The effects of a fault, counted when everything has ended. All but `acknowledged` must be 0. */
export interface Outcome {
  acknowledged: number
  /** Acknowledged customers and runs that are not in the database, and runs without their event or result. */
  lost: number
  /** Customers and runs beyond those acknowledged, runs with two results, and events that exist twice. */
  duplicated: number
  /** Runs that have not ended and webhooks that were not delivered, after a minute and a half in which none did. */
  stuck: number
  /** Runs that failed. A fault of the infrastructure must not fail a run. */
  failed: number
}

const STILL_MS = 90_000
const POLL_MS = 1_000

interface Open {
  runs: number
  deliveries: number
}

const COUNTS = `select
  (select array_agg(id) from customers where partner_id = $1 and id <> $2) as customers,
  (select array_agg(id) from runs where partner_id = $1) as runs,
  (select count(*)::int from runs where partner_id = $1 and status = 'failed') as failed,
  (select count(*)::int from (
    select 1 from events where partner_id = $1 and type in ('assessment.completed', 'assessment.failed')
    group by convert_from(body, 'utf8')::jsonb -> 'data' ->> 'assessmentId' having count(*) > 1) as twice) as repeated,
  (select count(*)::int from runs where partner_id = $1 and status in ('completed', 'failed'))
    - (select count(*)::int from events where partner_id = $1
        and type in ('assessment.completed', 'assessment.failed')) as without_event,
  (select count(*)::int from runs where partner_id = $1 and status = 'completed'
    and not exists (select 1 from run_results where run_id = runs.id)
    and not exists (select 1 from result_objects where run_id = runs.id)) as without_result`

const OPEN = `select
  (select count(*)::int from runs where partner_id = $1 and status in ('queued', 'running')) as runs,
  (select count(*)::int from deliveries d join events e on e.id = d.event_id
    where e.partner_id = $1 and d.state in ('pending', 'failed')) as deliveries`

/** Waits until all work of the account has ended, then compares the database with what was acknowledged. */
export async function findOutcome(
  database: DatabaseCluster,
  { partnerId, probedId }: Account,
  ledger: Ledger,
): Promise<Outcome> {
  const ownerUrl = database.ownerUrlOf(database.servers)
  const open = await restUntilStill(() => query<Open>(ownerUrl, OPEN, [partnerId]))
  if (open.runs + open.deliveries > 0) console.error(`  stuck: ${open.runs} runs and ${open.deliveries} webhooks`)
  const found = await query<{
    customers: string[] | null
    runs: string[] | null
    failed: number
    repeated: number
    without_event: number
    without_result: number
  }>(ownerUrl, COUNTS, [partnerId, probedId])
  if (!found) throw new Error('expected one row of counts')
  const known = new Set([...(found.customers ?? []), ...(found.runs ?? [])])
  const acknowledged = [...ledger.customers, ...ledger.runs]
  const lost = acknowledged.filter((id) => !known.has(id)).length
  return {
    acknowledged: acknowledged.length,
    lost: lost + Math.max(0, found.without_event) + found.without_result,
    duplicated: known.size - (acknowledged.length - lost) + found.repeated,
    stuck: open.runs + open.deliveries + ledger.open,
    failed: found.failed,
  }
}

/** Polls until no work is open, or until none has ended for `STILL_MS`, so that none can be expected to. */
async function restUntilStill(look: () => Promise<Open | undefined>): Promise<Open> {
  let open: Open = { runs: 0, deliveries: 0 }
  let changedMs = performance.now()
  do {
    await sleep(POLL_MS)
    const now = await look().catch(() => undefined)
    if (now && now.runs + now.deliveries === 0) return now
    if (now && (now.runs !== open.runs || now.deliveries !== open.deliveries)) {
      changedMs = performance.now()
      open = now
    }
  } while (performance.now() - changedMs < STILL_MS)
  return open
}

/** Sends a query to the server that accepts changes. */
async function query<T extends object>(
  ownerUrl: string,
  text: string,
  values: readonly unknown[],
): Promise<T | undefined> {
  return await Promise.any(
    serversOf(ownerUrl).map(async (connectionString) => {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        const { rows: state } = await client.query<{ in_recovery: boolean }>(
          'select pg_is_in_recovery() as in_recovery',
        )
        if (state[0]?.in_recovery !== false) throw new Error('a standby')
        return (await client.query<T>(text, [...values])).rows[0]
      } finally {
        await client.end().catch(() => {})
      }
    }),
  )
}
