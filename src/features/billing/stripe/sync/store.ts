import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { jobCall } from '../../../../platform/jobs/queue.ts'
import { SYNC_TASK } from './rules.ts'

/** More than five: the queue tries again for a day while Stripe cannot be reached. */
const TRIES = 12

/**
 * Queues the reading of a customer's subscription. At most one waits for each customer, however many events ask for it, and
 * one more for each invoice whose payment has to be confirmed.
 */
export async function insertSyncJob(
  tx: Connection,
  { customerId, invoiceId, delayS = 0 }: { customerId: string; invoiceId?: string | undefined; delayS?: number },
): Promise<void> {
  const payload = JSON.stringify({ customerId, ...(invoiceId !== undefined && { invoiceId }) })
  const call = jobCall({
    task: SYNC_TASK,
    payload: sql`${payload}::json`,
    key: sql`${['stripe', customerId, invoiceId ?? ''].join('-')}::text`,
    tries: TRIES,
    delayS,
  })
  await sql`select ${call}`.execute(tx)
}
