import type Stripe from 'stripe'
import { toNumber } from '../../../../shared/money/amounts.ts'
import { findAccount } from '../../../accounts/service.ts'
import { recordChanges } from '../../../audit/service.ts'
import { lockPartner } from '../../changes/pending/store.ts'
import { BY_STRIPE, type StripeContext } from '../context/context.ts'
import { idOf } from '../mirror/rules.ts'
import { findPartnerOfCustomer } from '../mirror/store.ts'
import { toDispute } from './rules.ts'
import { lockDisputeStatus, updateDispute } from './store.ts'

/**
 * Copies a dispute from Stripe. A new one is recorded in the partner's audit trail and mailed; each change of its state
 * is recorded. Disputes of other payments in the account are ignored.
 */
export async function reconcileDispute(context: StripeContext, disputeId: string): Promise<void> {
  const stripe = await context.stripe.client()
  const found = await stripe.disputes.retrieve(disputeId)
  const invoice = await findInvoice(stripe, found)
  const partnerId = invoice?.customer ? await findPartnerOfCustomer(context.db, idOf(invoice.customer)) : undefined
  if (partnerId === undefined) {
    context.log.info({ event: 'billing.dispute.unknown', disputeId }, 'a dispute is about a payment that is not ours')
    return
  }
  const { owner } = await findAccount(context, partnerId)
  const dispute = toDispute(found)
  const invoiceNumber = invoice?.number ?? null
  await context.db.transaction().execute(async (tx) => {
    // Two events of one dispute are then recorded one after the other.
    if (!(await lockPartner(tx, partnerId))) return
    const before = await lockDisputeStatus(tx, dispute.id)
    if (before === dispute.status) return
    const at = context.now()
    await updateDispute(tx, { partnerId, invoiceNumber }, dispute, at)
    const { id, amountMinor, currency, reason, status } = dispute
    const amount = toNumber(amountMinor)
    await recordChanges(tx, BY_STRIPE, at, [
      {
        action: before === undefined ? 'subscription.payment_disputed' : 'subscription.dispute_changed',
        subject: partnerId,
        owner,
        ...(before !== undefined && { before: { dispute: id, status: before } }),
        after: { dispute: id, status, ...(before === undefined && { amount, currency, reason }) },
        ...(before === undefined && {
          notice: { kind: 'payment-problem', partnerId, problem: 'disputed', amount, currency, isByCard: false },
        }),
      },
    ])
  })
}

/** The invoice that the disputed payment has paid. */
async function findInvoice(
  stripe: Stripe,
  { payment_intent: intent }: Stripe.Dispute,
): Promise<Stripe.Invoice | undefined> {
  if (intent === null) return undefined
  const payment = { type: 'payment_intent', payment_intent: idOf(intent) } as const
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 })
  const [paid] = data
  return paid && (await stripe.invoices.retrieve(idOf(paid.invoice)))
}
