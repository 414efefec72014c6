import assert from 'node:assert/strict'
import Stripe from 'stripe'
import { productIdOf } from '../../../src/features/billing/stripe/catalogue/rules.ts'
import { setCatalogue } from '../../../src/features/billing/stripe/catalogue/service.ts'
import { createStripeAccess, type StripeAccess } from '../../../src/platform/payments/stripe-access.ts'

/** An account in the test mode of Stripe, or a simulated one. */
export interface Target {
  key: string
  /** Absent for Stripe itself. */
  url?: string
}

/** How long Stripe may take to advance a test clock. */
const ADVANCE_MS = 120_000
/** A clock advances at most two intervals of its shortest subscription. */
const MAX_MONTHLY_S = 55 * 86_400
const MAX_YEARLY_S = 700 * 86_400

/** Gives tests objects of their own on test clocks of the account, and deletes them at the end. */
export interface Lab extends AsyncDisposable {
  access: StripeAccess
  stripe: Stripe
  clock(start: Date): Promise<Clock>
  /** A customer with a test card, by default one that pays; an empty `card` means none. */
  customer(clock: Clock, card?: string): Promise<string>
  /** A price in US dollars a month. */
  price(amount: number): Promise<string>
}

export interface Clock {
  id: string
  now(): Date
  /** Lets time pass. `isYearly` says that no subscription on it has a shorter period. */
  advance(to: Date, isYearly?: boolean): Promise<void>
}

export async function openLab({ key, url }: Target): Promise<Lab> {
  const access = createStripeAccess({ stripeSecretKey: key, stripeWebhookSecrets: [], stripeUrl: url })
  if (!access || access.isLive) throw new Error('the key must be one of the test mode')
  const stripe = await access.client()
  await setCatalogue(stripe, {})
  const made = { clocks: [] as string[], prices: new Map<number, string>() }
  return {
    access,
    stripe,
    async clock(start) {
      const { id } = await stripe.testHelpers.testClocks.create({
        frozen_time: start.getTime() / 1000,
        name: 'plumbline',
      })
      made.clocks.push(id)
      return createClock(stripe, id, start)
    },
    async customer(clock, card = 'pm_card_visa') {
      const { id } = await stripe.customers.create({ name: 'Probe', test_clock: clock.id })
      if (card !== '') {
        const method = await stripe.paymentMethods.attach(card, { customer: id })
        await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } })
      }
      return id
    },
    async price(amount) {
      const known = made.prices.get(amount)
      if (known !== undefined) return known
      const product = productIdOf('starter')
      const recurring = { interval: 'month' } as const
      const { id } = await stripe.prices.create({ product, unit_amount: amount, currency: 'usd', recurring })
      made.prices.set(amount, id)
      return id
    },
    async [Symbol.asyncDispose]() {
      for (const id of made.clocks) await stripe.testHelpers.testClocks.del(id)
      for (const id of made.prices.values()) await stripe.prices.update(id, { active: false })
    },
  }
}

function createClock(stripe: Stripe, id: string, start: Date): Clock {
  let now = start
  const isReady = async () => (await stripe.testHelpers.testClocks.retrieve(id)).status === 'ready'
  return {
    id,
    now: () => now,
    async advance(to, isYearly = false) {
      while (now < to) {
        const step = (isYearly ? MAX_YEARLY_S : MAX_MONTHLY_S) * 1000
        const next = new Date(Math.min(to.getTime(), now.getTime() + step))
        await stripe.testHelpers.testClocks.advance(id, { frozen_time: Math.floor(next.getTime() / 1000) })
        now = next
        const deadline = Date.now() + ADVANCE_MS
        for (let waitMs = 30; !(await isReady()); waitMs = Math.min(2_000, waitMs * 2)) {
          assert.ok(Date.now() < deadline, 'the test clock did not advance in time')
          await new Promise((resolve) => setTimeout(resolve, waitMs))
        }
      }
    },
  }
}

/** The error with which Stripe refuses a call. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Stripe.errors.StripeError, String(error))
  return error
}
