import { invalid } from '../protocol/failures.ts'
import type { Dispute, Invoice } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import { toDispute } from '../wire/payments.ts'
import { emit } from './events.ts'

/** How long a dispute can be answered. */
const ANSWER_SECONDS = 7 * 86_400

/** The customer's bank takes back the payment of an invoice. The invoice itself stays paid. */
export function openDispute(world: World, invoice: Invoice, reason = 'fraudulent'): Dispute {
  if (invoice.status !== 'paid' || invoice.amountPaid === 0) throw invalid('This invoice was not paid by card.')
  const created = timeOf(world, world.customers.get(invoice.customer)?.clock ?? null)
  const dispute: Dispute = {
    id: world.newId('du'),
    created,
    invoice: invoice.id,
    amount: invoice.amountPaid,
    currency: invoice.currency,
    reason,
    status: 'needs_response',
    dueBy: created + ANSWER_SECONDS,
  }
  world.disputes.set(dispute.id, dispute)
  emit(world, 'charge.dispute.created', toDispute(dispute))
  return dispute
}

export function closeDispute(world: World, dispute: Dispute, status: 'won' | 'lost'): void {
  dispute.status = status
  emit(world, 'charge.dispute.closed', toDispute(dispute))
}
