import type { Invoice, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { periodAt } from './arithmetic.ts'
import { type ChangeInput, cancelSubscription, changeSubscription } from './change.ts'
import { createInvoice } from './invoices.ts'
import { debitPeriod, priceOf } from './lines.ts'

/**
 * A copy of the world with the objects of one customer. Changes to it do not affect the world, and its events are not
 * published.
 */
export function copyFor(world: World, customerId: string): World {
  const own = <T extends { customer: string }>(all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([, { customer }]) => customer === customerId))
  // Cloned in one call, so that lines which several objects share stay shared.
  const copied = structuredClone({
    subscriptions: own(world.subscriptions),
    invoices: own(world.invoices),
    pendingLines: own(world.pendingLines),
    customers: new Map([...world.customers].filter(([id]) => id === customerId)),
  })
  return { ...world, ...copied, events: new Map(), publish() {} }
}

export interface PreviewInput {
  change: ChangeInput | undefined
  cancelsNow: boolean
}

/** The next invoice of a subscription, after the change if one is given. Changes nothing. Throws what the change would throw. */
export function previewInvoice(
  world: World,
  { id, customer }: Subscription,
  input: PreviewInput,
  at: number,
): Invoice | undefined {
  const copy = copyFor(world, customer)
  const subscription = copy.subscriptions.get(id)
  if (subscription === undefined) return undefined
  const before = new Set(copy.invoices.keys())
  if (input.cancelsNow) cancelSubscription(copy, subscription, { prorates: true, invoicesNow: true }, at)
  else if (input.change) changeSubscription(copy, subscription, { ...input.change, failsIfIncomplete: false }, at)
  const made = [...copy.invoices.values()].find((invoice) => !before.has(invoice.id))
  const invoice = made ?? (input.cancelsNow ? undefined : renewal(copy, subscription))
  if (invoice === undefined) return undefined
  // Shows the invoice as it is before any payment.
  return Object.assign(invoice, {
    id: world.newId('upcoming_in'),
    status: 'draft',
    number: null,
    amountPaid: 0,
    attemptCount: 0,
    lastDecline: null,
    finalizedAt: null,
    paidAt: null,
    dueDate: null,
    endingBalance: null,
    billingReason: 'upcoming',
    prorationDate: input.change?.prorationDate ?? null,
  })
}

function renewal(world: World, subscription: Subscription): Invoice | undefined {
  const previous = subscription.items[0]?.period
  if (previous === undefined) return undefined
  const lines = subscription.items.map((item) => {
    const { interval, intervalCount } = priceOf(world, item)
    const start = item.period.end
    item.period = { start, end: periodAt(subscription.anchor, interval, intervalCount, start).end }
    return debitPeriod(world, subscription, item)
  })
  const input = { reason: 'subscription_cycle' as const, lines, period: previous }
  return createInvoice(world, subscription, input, previous.end)
}
