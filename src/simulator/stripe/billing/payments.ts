import { Failure } from '../protocol/failures.ts'
import type { Customer, Invoice, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { AUTHENTICATION } from '../wire/payments.ts'
import { toSubscription } from '../wire/subscriptions.ts'
import { emit, emitInvoice, setStatus } from './events.ts'
import { markPaid } from './invoices.ts'

const DAY = 86_400
const NO_CARD = 'no_card'

/** The card that pays for a subscription. */
export const cardOf = (customer: Customer, subscription: Subscription): string | null =>
  subscription.defaultPaymentMethod ?? customer.defaultPaymentMethod

/**
 * Stripe's code for why a payment by this card is declined; undefined if it succeeds. Uses up an outcome set by a test.
 */
function tryCard(world: World, customer: Customer, card: string | null): string | undefined {
  if (card === null) return NO_CARD
  return customer.nextDeclines.shift() ?? world.paymentMethods.get(card)?.declineCode ?? undefined
}

/**
 * Tries to collect an open invoice. A failure makes its subscription past_due and plans the next attempt; the last one ends as the
 * account's settings say. Returns the code of the failure; undefined if the invoice is paid.
 */
export function attemptPayment(world: World, invoice: Invoice, at: number, card?: string): string | undefined {
  const customer = world.customers.get(invoice.customer)
  const subscription = world.subscriptions.get(invoice.subscription)
  if (customer === undefined || subscription === undefined) return NO_CARD
  const code = tryCard(world, customer, card ?? cardOf(customer, subscription))
  invoice.attemptCount += 1
  if (code === undefined) {
    invoice.nextAttempt = null
    markPaid(world, invoice, at)
    return undefined
  }
  invoice.lastDecline = code
  const wait = world.settings.retryDays[invoice.attemptCount - 1]
  const isAutomatic = invoice.collectionMethod === 'charge_automatically' && invoice.autoAdvance
  invoice.nextAttempt = isAutomatic && wait !== undefined ? at + wait * DAY : null
  emitInvoice(world, 'invoice.payment_failed', invoice)
  if (code === AUTHENTICATION) emitInvoice(world, 'invoice.payment_action_required', invoice)
  if (isAutomatic) recordFailure(world, subscription, invoice, at)
  return code
}

function recordFailure(world: World, subscription: Subscription, invoice: Invoice, at: number): void {
  if (!['active', 'past_due'].includes(subscription.status)) return
  if (invoice.nextAttempt === null) endRetries(world, subscription, at)
  else setStatus(world, subscription, 'past_due')
}

/** What follows the last attempt, or a long overdue invoice. */
export function endRetries(world: World, subscription: Subscription, at: number): void {
  const { afterRetries } = world.settings
  if (afterRetries === 'canceled') endSubscription(world, subscription, at)
  else setStatus(world, subscription, afterRetries)
}

/** Marks a subscription as canceled. Its drafts and open invoices are no longer collected automatically. */
export function endSubscription(world: World, subscription: Subscription, at: number): void {
  for (const invoice of world.invoices.values()) {
    if (invoice.subscription !== subscription.id || (invoice.status !== 'draft' && invoice.status !== 'open')) continue
    invoice.autoAdvance = false
    invoice.finalizesAt = null
    invoice.nextAttempt = null
  }
  subscription.status = 'canceled'
  subscription.canceledAt ??= at
  subscription.endedAt = at
  emit(world, 'customer.subscription.deleted', toSubscription(world, subscription))
}

/** The 402 of a payment that failed. */
export function toCardError(code: string): Failure {
  if (code === NO_CARD) {
    const message = 'This customer has no attached payment source or default payment method.'
    return new Failure(400, 'invalid_request_error', message, { code: 'resource_missing' })
  }
  if (code === AUTHENTICATION) {
    const message = 'The payment of this subscription needs an action of the customer before it can be completed.'
    return new Failure(402, 'card_error', message, { code: 'subscription_payment_intent_requires_action' })
  }
  return new Failure(402, 'card_error', 'Your card was declined.', { code: 'card_declined', decline_code: code })
}
