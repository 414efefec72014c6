import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Answers } from '../../../platform/database/tables.gen.ts'

/** A customer and the product it is asked about. The caller has checked that the customer is the partner's. */
export interface Subject {
  partnerId: string
  customerId: string
  product: string
}

export async function insertAnswers(tx: Connection, rows: readonly Insertable<Answers>[]): Promise<void> {
  await tx.insertInto('answers').values(rows).execute()
}

/** How many answers to one question of a customer are stored. Only the newest counts. */
const MAX_STORED_ANSWERS = 20

/** Deletes all but the newest answers to these questions. */
export async function deleteOldAnswers(
  tx: Connection,
  { customerId, product }: Subject,
  questions: readonly string[],
): Promise<void> {
  await sql`
    delete from answers where id in (
      select id from (
        select id, row_number() over (partition by question order by id desc) as age from answers
        where customer_id = ${customerId} and product = ${product} and question = any(${questions}::text[])
      ) as answer where age > ${sql.lit(MAX_STORED_ANSWERS)})`.execute(tx)
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
