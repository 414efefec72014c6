import type { Insertable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { FindingProgress } from '../../../platform/database/tables.gen.ts'
import type { ProgressRow } from './rules.ts'

/** The findings of a customer by one product. */
export interface Findings {
  partnerId: string
  customerId: string
  product: string
}

const selectProgress = (db: Connection, { partnerId, customerId, product }: Findings) =>
  db
    .selectFrom('finding_progress')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .orderBy('requirement')

export async function listProgress(db: Connection, findings: Findings): Promise<ProgressRow[]> {
  return await selectProgress(db, findings).execute()
}

/** Like `listProgress`, locked in the order of their requirements, so that a run and a person change them one after another. */
export async function lockProgress(tx: Connection, findings: Findings): Promise<ProgressRow[]> {
  return await selectProgress(tx, findings).forUpdate().execute()
}

export async function upsertProgress(tx: Connection, rows: readonly Insertable<FindingProgress>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('finding_progress')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'product', 'requirement']).doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        owner_id: eb.ref('excluded.owner_id'),
        due_on: eb.ref('excluded.due_on'),
        changed_at: eb.ref('excluded.changed_at'),
        changed_by: eb.ref('excluded.changed_by'),
        read_at: eb.ref('excluded.read_at'),
        reopened_at: eb.ref('excluded.reopened_at'),
      })),
    )
    .execute()
}

/** The progress of all repairs of a customer, for every product. */
export async function listCustomersProgress(
  db: Connection,
  partnerId: string,
  customerId: string,
): Promise<ProgressRow[]> {
  return await db
    .selectFrom('finding_progress')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .orderBy('product')
    .orderBy('requirement')
    .execute()
}
