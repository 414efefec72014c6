import { isDeepStrictEqual } from 'node:util'
import type { Invoice, StoredEvent, Subscription, SubscriptionStatus } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'
import { toCustomer } from '../wire/customers.ts'
import { toInvoice } from '../wire/invoices.ts'
import { toSubscription } from '../wire/subscriptions.ts'

/** Stores an event and hands it to the webhooks. Its time is that of the clock that the object belongs to. */
export function emit(world: World, type: string, object: Wire, previousAttributes?: Wire): void {
  const clock = typeof object.test_clock === 'string' ? object.test_clock : null
  const event: StoredEvent = {
    id: world.newId('evt'),
    created: timeOf(world, clock),
    type,
    object,
    previousAttributes,
    requestId: world.request?.id ?? null,
    idempotencyKey: world.request?.idempotencyKey ?? null,
    pending: new Set(),
  }
  world.events.set(event.id, event)
  world.publish(event)
}

/** Emits an event about an invoice as it is now. */
export const emitInvoice = (world: World, type: string, invoice: Invoice): void =>
  emit(world, type, toInvoice(world, invoice))

/** The properties of `before` that differ. */
function differences(before: Wire, after: Wire): Wire {
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name])))
}

/** Changes a subscription, and emits customer.subscription.updated if its JSON has changed. */
export function updateSubscription<T>(world: World, subscription: Subscription, change: () => T): T {
  const before = toSubscription(world, subscription)
  const result = change()
  const after = toSubscription(world, subscription)
  const previous = differences(before, after)
  if (Object.keys(previous).length > 0) emit(world, 'customer.subscription.updated', after, previous)
  return result
}

/** Changes the status of a subscription. */
export function setStatus(world: World, subscription: Subscription, status: SubscriptionStatus): void {
  updateSubscription(world, subscription, () => {
    subscription.status = status
  })
}

/** Changes a customer, and emits customer.updated if its JSON has changed. */
export function updateCustomer(world: World, id: string, change: () => void): void {
  const customer = world.customers.get(id)
  if (customer === undefined) return
  const before = toCustomer(customer)
  change()
  const after = toCustomer(customer)
  const previous = differences(before, after)
  if (Object.keys(previous).length > 0) emit(world, 'customer.updated', after, previous)
}
