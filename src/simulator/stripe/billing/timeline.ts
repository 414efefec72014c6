import type { CheckoutSession, Invoice, Subscription } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import { toCheckoutSession } from '../wire/customers.ts'
import { periodAt } from './arithmetic.ts'
import { cancelSubscription } from './change.ts'
import { emit, emitInvoice, setStatus, updateSubscription } from './events.ts'
import { createInvoice, endInvoice, finalizeInvoice } from './invoices.ts'
import { debitPeriod, priceOf } from './lines.ts'
import { attemptPayment, endRetries } from './payments.ts'

const DAY = 86_400
/** A first invoice must be paid within this time. */
const INCOMPLETE_SECONDS = 23 * 3_600
const RENEWS = ['active', 'past_due', 'unpaid']
/** An advance that needs more steps than this is a mistake of the caller. */
const MAX_STEPS = 20_000

interface Step {
  at: number
  run(): void
}

/**
 * Carries out what is due by `until` on a test clock, or outside test clocks if `clock` is null, in order of time:
 * renewals, finalizations, payments, overdue invoices, expiries.
 */
function runDue(world: World, clock: string | null, until: number): void {
  for (let n = 0; n < MAX_STEPS; n += 1) {
    const [next] = stepsOf(world, clock)
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at)
    if (next === undefined) return
    const time = Math.max(next.at, clock === null ? 0 : timeOf(world, clock))
    setTime(world, clock, time)
    next.run()
  }
  throw new Error('too much is due at once')
}

/** Advances a test clock, and carries out what becomes due. */
export function advanceClock(world: World, id: string, until: number): void {
  runDue(world, id, until)
  setTime(world, id, until)
}

/** Carries out what is due outside test clocks. */
export function catchUp(world: World): void {
  runDue(world, null, world.now())
  world.workingAt = undefined
}

function setTime(world: World, clock: string | null, at: number): void {
  const own = clock === null ? undefined : world.clocks.get(clock)
  if (own) own.frozenTime = at
  else world.workingAt = at
}

function stepsOf(world: World, clock: string | null): Step[] {
  const isHere = ({ customer }: { customer: string }): boolean =>
    (world.customers.get(customer)?.clock ?? null) === clock
  return [
    ...[...world.subscriptions.values()].filter(isHere).flatMap((each) => stepsOfSubscription(world, each)),
    ...[...world.invoices.values()].filter(isHere).flatMap((each) => stepsOfInvoice(world, each)),
    ...[...world.checkoutSessions.values()].filter(isHere).flatMap((each) => stepsOfSession(world, each)),
  ]
}

function stepsOfSubscription(world: World, subscription: Subscription): Step[] {
  const { status, created, items } = subscription
  if (status === 'incomplete') {
    const at = created + INCOMPLETE_SECONDS
    return [{ at, run: () => expire(world, subscription, at) }]
  }
  const at = items[0]?.period.end
  if (at === undefined || !RENEWS.includes(status)) return []
  const run = subscription.cancelAtPeriodEnd
    ? () => cancelSubscription(world, subscription, { prorates: false, invoicesNow: true }, at)
    : () => renew(world, subscription, at)
  return [{ at, run }]
}

function expire(world: World, subscription: Subscription, at: number): void {
  for (const invoice of world.invoices.values()) {
    if (invoice.subscription === subscription.id && invoice.status === 'open') endInvoice(world, invoice, 'void', at)
  }
  updateSubscription(world, subscription, () => {
    subscription.status = 'incomplete_expired'
    subscription.endedAt = at
  })
}

function renew(world: World, subscription: Subscription, at: number): void {
  const previous = subscription.items[0]?.period
  if (previous === undefined) return
  updateSubscription(world, subscription, () => {
    const lines = subscription.items.map((item) => {
      const { interval, intervalCount } = priceOf(world, item)
      item.period = { start: at, end: periodAt(subscription.anchor, interval, intervalCount, at).end }
      return debitPeriod(world, subscription, item)
    })
    createInvoice(world, subscription, { reason: 'subscription_cycle', lines, period: previous }, at)
  })
}

function stepsOfInvoice(world: World, invoice: Invoice): Step[] {
  const { status, autoAdvance, finalizesAt, nextAttempt, dueDate } = invoice
  if (status === 'draft') {
    if (!autoAdvance || finalizesAt === null) return []
    return [{ at: finalizesAt, run: () => finalize(world, invoice, finalizesAt) }]
  }
  if (status !== 'open') return []
  if (nextAttempt !== null) return [{ at: nextAttempt, run: () => void attemptPayment(world, invoice, nextAttempt) }]
  if (dueDate === null || !autoAdvance) return []
  if (!invoice.isOverdue) return [{ at: dueDate, run: () => becomeOverdue(world, invoice) }]
  const at = dueDate + world.settings.overdueDays * DAY
  const subscription = world.subscriptions.get(invoice.subscription)
  if (subscription?.status !== 'past_due' || world.settings.afterRetries === 'past_due') return []
  return [{ at, run: () => endRetries(world, subscription, at) }]
}

function finalize(world: World, invoice: Invoice, at: number): void {
  finalizeInvoice(world, invoice, at)
  if (invoice.status === 'open' && invoice.collectionMethod === 'charge_automatically') {
    attemptPayment(world, invoice, at)
  }
}

function becomeOverdue(world: World, invoice: Invoice): void {
  invoice.isOverdue = true
  emitInvoice(world, 'invoice.overdue', invoice)
  const subscription = world.subscriptions.get(invoice.subscription)
  if (subscription?.status !== 'active') return
  setStatus(world, subscription, 'past_due')
}

function stepsOfSession(world: World, session: CheckoutSession): Step[] {
  if (session.status !== 'open') return []
  return [{ at: session.expiresAt, run: () => expireSession(world, session) }]
}

/** Ends a Checkout session that nobody completed. */
export function expireSession(world: World, session: CheckoutSession): void {
  session.status = 'expired'
  emit(world, 'checkout.session.expired', toCheckoutSession(session, world.origin))
}
