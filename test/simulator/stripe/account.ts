import assert from 'node:assert/strict'
import Stripe from 'stripe'
import { type StripeOptions, type StripeSimulator, startStripe } from '../../../src/simulator/stripe/server.ts'

/** A simulated Stripe with a product and prices, and the real package as its client. */
export interface Account {
  simulator: StripeSimulator
  stripe: Stripe
  /** A monthly or yearly price, also in another currency; created on first use. */
  price(amount: number, options?: { interval?: 'month' | 'year'; currency?: string }): Promise<string>
  /** A customer, with a test card if one is named. */
  customer(options?: { card?: string; clock?: string }): Promise<string>
  close(): Promise<void>
}

export const START = seconds('2026-05-01')

/** Unix seconds of a date. */
export function seconds(date: string): number {
  return Date.parse(date.length === 10 ? `${date}T00:00:00Z` : date) / 1000
}

/** By default the account's clock is fixed at 1 May 2026, and the package does not retry. */
export async function openAccount(
  options: StripeOptions & { retries?: number; timeout?: number } = {},
): Promise<Account> {
  const simulator = await startStripe({ now: () => START * 1000, ...options })
  const { host, port } = simulator
  const stripe = new Stripe('sk_test_simulated', {
    host,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: options.retries ?? 0,
    ...(options.timeout !== undefined && { timeout: options.timeout }),
  })
  const product = await stripe.products.create({ name: 'Starter' })
  const prices = new Map<string, string>()
  return {
    simulator,
    stripe,
    async price(amount, { interval = 'month', currency = 'usd' } = {}) {
      const key = `${amount} ${interval} ${currency}`
      const known = prices.get(key)
      if (known !== undefined) return known
      const input = { product: product.id, unit_amount: amount, currency, recurring: { interval } }
      const { id } = await stripe.prices.create(input)
      prices.set(key, id)
      return id
    },
    async customer({ card, clock } = {}) {
      const { id } = await stripe.customers.create({
        name: 'Partner',
        ...(clock !== undefined && { test_clock: clock }),
      })
      if (card === undefined) return id
      const method = await stripe.paymentMethods.attach(card, { customer: id })
      await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } })
      return id
    },
    async close() {
      await simulator.close()
      assert.deepEqual(simulator.mistakes, [], 'the simulator gave an answer that Stripe would not give')
    },
  }
}

/** The only item of a subscription. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data
  assert.ok(item)
  return item
}

/** The error with which Stripe refuses a call. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Stripe.errors.StripeError, String(error))
  return error
}
