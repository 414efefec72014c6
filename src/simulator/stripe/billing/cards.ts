import { invalid, missing } from '../protocol/failures.ts'
import type { CheckoutSession, Customer, PaymentMethod } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import { toPaymentMethod } from '../wire/catalogue.ts'
import { toCheckoutSession, toSetupIntent } from '../wire/customers.ts'
import { emit } from './events.ts'

/** Stripe's test cards, by their names and numbers: https://docs.stripe.com/testing. */
export const TEST_CARDS: Readonly<Record<string, { number: string; brand: string; declineCode: string | null }>> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa', declineCode: null },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard', declineCode: null },
  pm_card_chargeCustomerFail: { number: '4000000000000341', brand: 'visa', declineCode: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    brand: 'visa',
    declineCode: 'insufficient_funds',
  },
  pm_card_chargeDeclinedExpiredCard: { number: '4000000000000069', brand: 'visa', declineCode: 'expired_card' },
  pm_card_authenticationRequired: {
    number: '4000002760003184',
    brand: 'visa',
    declineCode: 'authentication_required',
  },
}

/** Attaches a card to a customer: a new one for the name of a test card, or one that was attached before. */
export function attachCard(world: World, customer: Customer, id: string): PaymentMethod {
  const known = world.paymentMethods.get(id)
  if (known !== undefined && known.customer !== customer.id) {
    throw invalid('This payment method was used without being attached, or was detached: it cannot be used again.')
  }
  const card = TEST_CARDS[id]
  if (known === undefined && card === undefined) throw missing('PaymentMethod', id)
  const method = known ?? {
    id: world.newId('pm'),
    created: timeOf(world, customer.clock),
    customer: customer.id,
    brand: card?.brand ?? 'visa',
    last4: card?.number.slice(-4) ?? '4242',
    declineCode: card?.declineCode ?? null,
  }
  if (known === undefined) {
    world.paymentMethods.set(method.id, method)
    emit(world, 'payment_method.attached', toPaymentMethod(method))
  }
  return method
}

/** Completes a Checkout session in setup mode with a test card, as if the customer had entered it. */
export function completeSession(world: World, session: CheckoutSession, card: string): void {
  const customer = world.customers.get(session.customer)
  if (session.status !== 'open' || customer === undefined) throw invalid('This Checkout session is not open.')
  session.paymentMethod = attachCard(world, customer, card).id
  session.status = 'complete'
  emit(world, 'setup_intent.succeeded', toSetupIntent(session))
  emit(world, 'checkout.session.completed', toCheckoutSession(session, world.origin))
}
