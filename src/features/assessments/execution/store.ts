import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

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

/**
 * Holds the customer of a run that has not been taken yet, where it names people to be asked: whatever refers to it
 * finds it there until the transaction ends. Held before the run is, in the order in which a deletion takes them.
 */
export async function holdCustomerToAsk(tx: Connection, runId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customers as customer')
    .innerJoin('runs as run', 'run.customer_id', 'customer.id')
    .select('customer.id')
    .where('run.id', '=', runId)
    .where('run.attempt', '=', 0)
    .where(sql<boolean>`customer.questionnaire_recipients <> '{}'`)
    .forKeyShare('customer')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the customer of a run is still there; then nobody deletes it until the transaction ends. To be called before the run is held. */
export async function holdCustomer(
  tx: Connection,
  { partner_id, customer_id }: { partner_id: string; customer_id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('id')
    .where('partner_id', '=', partner_id)
    .where('id', '=', customer_id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
