import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { jobCall } from '../../../../platform/jobs/queue.ts'
import { SYNC_TASK } from './rules.ts'

/** More than five: the queue tries again for a day while Stripe cannot be reached. */
const TRIES = 12

/** Queues the reading of a customer's subscription. At most one waits for each customer, however many events ask for it. */
export async function insertSyncJob(
  tx: Connection,
  { customerId, delayS = 0 }: { customerId: string; delayS?: number },
): Promise<void> {
  const payload = JSON.stringify({ customerId })
  const call = jobCall({
    task: SYNC_TASK,
    payload: sql`${payload}::json`,
    key: sql`${`stripe-${customerId}`}::text`,
    tries: TRIES,
    delayS,
  })
  await sql`select ${call}`.execute(tx)
}
