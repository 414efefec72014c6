import type { Insertable } from 'kysely'
import type { Answers } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'

/** Whose answers, to what; the caller has proved that the customer is the partner's. */
export interface Subject {
  partnerId: string
  customerId: string
  product: string
}

export async function insertAnswers(tx: Connection, rows: readonly Insertable<Answers>[]): Promise<void> {
  await tx.insertInto('answers').values(rows).execute()
}

/** The newest answer to each question, still sealed. */
export async function listNewestAnswers(db: Connection, { partnerId, customerId, product }: Subject) {
  return await db
    .selectFrom('answers as answer')
    .innerJoin('customers as customer', 'customer.id', 'answer.customer_id')
    .distinctOn('answer.question')
    .select(['answer.question', 'answer.content', 'answer.author_kind', 'answer.author_id', 'answer.answered_at'])
    .where('customer.partner_id', '=', partnerId)
    .where('answer.customer_id', '=', customerId)
    .where('answer.product', '=', product)
    .orderBy('answer.question')
    .orderBy('answer.id', 'desc')
    .execute()
}
