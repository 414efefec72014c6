import type { Connection } from '../../../platform/database/database.ts'
import type { Subject } from '../answers/store.ts'

/** Stores how many questions are open, which cannot be counted in the database because answers are sealed. */
export async function upsertOpenQuestions(
  tx: Connection,
  { customerId, product }: Subject,
  open: number,
): Promise<void> {
  await tx
    .insertInto('open_questions')
    .values({ customer_id: customerId, product, open })
    .onConflict((conflict) => conflict.columns(['customer_id', 'product']).doUpdateSet({ open }))
    .execute()
}
