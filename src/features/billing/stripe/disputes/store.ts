import type { Connection } from '../../../../platform/database/database.ts'
import { toNumber } from '../../../../shared/money/amounts.ts'
import type { Dispute } from './rules.ts'

/** The stored status of a dispute, locked until the transaction ends; undefined for a new one. */
export async function lockDisputeStatus(tx: Connection, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_disputes')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.status
}

/** Stores a dispute of the partner as it is now. */
export async function updateDispute(
  tx: Connection,
  { partnerId, invoiceNumber }: { partnerId: string; invoiceNumber: string | null },
  { id, amountMinor, currency, reason, status, openedAt, answerBy, isClosed }: Dispute,
  at: Date,
): Promise<void> {
  const changing = { status, answer_by: answerBy, closed_at: isClosed ? at : null }
  const fixed = {
    amount_minor: toNumber(amountMinor),
    currency,
    reason,
    opened_at: openedAt,
    invoice_number: invoiceNumber,
  }
  await tx
    .insertInto('payment_disputes')
    .values({ id, partner_id: partnerId, ...fixed, ...changing })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute()
}

/** The partner's disputes that are not closed, newest first. */
export async function listOpenDisputes(
  db: Connection,
  partnerId: string,
): Promise<{ amount: number; currency: string; invoiceNumber: string | null; openedAt: Date }[]> {
  return await db
    .selectFrom('payment_disputes')
    .select(['amount_minor as amount', 'currency', 'invoice_number as invoiceNumber', 'opened_at as openedAt'])
    .where('partner_id', '=', partnerId)
    .where('closed_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .limit(20)
    .execute()
}
