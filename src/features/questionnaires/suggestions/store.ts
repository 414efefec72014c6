import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { QuestionnaireSuggestions } from '../../../platform/database/tables.gen.ts'
import type { Subject } from '../answers/store.ts'

/** Stores the findings of a run in place of those of an earlier run; those of a later run stay. */
export async function upsertSuggestions(tx: Connection, row: Insertable<QuestionnaireSuggestions>): Promise<void> {
  const { run_id, tenant_id, content } = row
  await tx
    .insertInto('questionnaire_suggestions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'product'])
        .doUpdateSet({ run_id, tenant_id, content })
        .where(sql<boolean>`excluded.run_id > questionnaire_suggestions.run_id`),
    )
    .execute()
}

/** The latest findings, still sealed; undefined if there are none or they are of another tenant than the customer's current one. */
export async function findSuggestions(
  db: Connection,
  { partnerId, customerId, product }: Subject,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('questionnaire_suggestions as found')
    .innerJoin('customers as customer', 'customer.id', 'found.customer_id')
    .select('found.content')
    .where('customer.partner_id', '=', partnerId)
    .where('found.customer_id', '=', customerId)
    .where('found.product', '=', product)
    .where(sql<boolean>`lower(found.tenant_id) = lower(customer.tenant_id)`)
    .executeTakeFirst()
  return row?.content
}
