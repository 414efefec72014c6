import { invalid, missing } from '../protocol/failures.ts'
import type { CollectionMethod, Item, Line, Period, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { periodAt } from './arithmetic.ts'
import { type ItemInput, requireCollection, requireItems, requirePrice } from './create.ts'
import { updateSubscription } from './events.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import { addPending, creditRest, debitPeriod, debitRest, priceOf } from './lines.ts'
import { attemptPayment, endSubscription, toCardError } from './payments.ts'

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none'

export interface ChangeInput {
  items: ItemInput[]
  prorationBehavior: ProrationBehavior
  prorationDate: number | undefined
  movesAnchor: boolean
  failsIfIncomplete: boolean
  collectionMethod?: CollectionMethod | undefined
  daysUntilDue?: number | undefined
  cancelAtPeriodEnd?: boolean | undefined
  /** Sets what has no effect on invoices. */
  apply?(subscription: Subscription): void
}

/**
 * Changes a subscription. If the interval stays the same, the difference becomes pending items (`create_prorations`) or
 * is invoiced (`always_invoice`). With another interval, from a free price to a paid one, or with the anchor moved to
 * now, a new period starts now and is invoiced. If its payment is declined, the subscription becomes past_due; with
 * `failsIfIncomplete` this throws the 402 instead, and the caller must discard the world.
 */
export function changeSubscription(world: World, subscription: Subscription, input: ChangeInput, at: number): void {
  const collectionMethod = input.collectionMethod ?? subscription.collectionMethod
  const days = collectionMethod === 'charge_automatically' ? null : subscription.daysUntilDue
  const daysUntilDue = input.daysUntilDue ?? days
  requireCollection(collectionMethod, daysUntilDue)
  const plan = planItems(world, subscription, input.items)
  requireItems(
    world,
    plan.filter(({ isDeleted }) => !isDeleted),
  )
  const prorationAt = input.prorationDate ?? at
  for (const { item } of plan) requireInside(prorationAt, item?.period)
  const code = updateSubscription(world, subscription, () => {
    subscription.collectionMethod = collectionMethod
    subscription.daysUntilDue = daysUntilDue
    if (input.cancelAtPeriodEnd !== undefined) {
      subscription.cancelAtPeriodEnd = input.cancelAtPeriodEnd
      subscription.canceledAt = input.cancelAtPeriodEnd ? at : null
    }
    input.apply?.(subscription)
    return changeItems(world, subscription, plan, input, { at, prorationAt })
  })
  if (code !== undefined && input.failsIfIncomplete) throw toCardError(code)
}

interface PlannedItem {
  /** Undefined for an item that is added. */
  item: Item | undefined
  price: string
  quantity: number
  isDeleted: boolean
}

function planItems(world: World, subscription: Subscription, inputs: readonly ItemInput[]): PlannedItem[] {
  const unknown = inputs.find(({ id }) => id !== undefined && !subscription.items.some((item) => item.id === id))
  if (unknown?.id !== undefined) throw missing('subscription item', unknown.id, 'items')
  const present = subscription.items.map((item): PlannedItem => {
    const sent = inputs.find(({ id }) => id === item.id)
    const isSame = sent?.price === undefined || sent.price === item.price
    const price = isSame ? item.price : requirePrice(world, sent.price, 'items[0][price]').id
    return { item, price, quantity: sent?.quantity ?? item.quantity, isDeleted: sent?.isDeleted ?? false }
  })
  // As in Stripe, an item without an id is added, even if the caller meant to replace one.
  const added = inputs
    .filter(({ id }) => id === undefined)
    .map(({ price, quantity }): PlannedItem => {
      const { id } = requirePrice(world, price, 'items[0][price]')
      return { item: undefined, price: id, quantity: quantity ?? 1, isDeleted: false }
    })
  const plan = [...present, ...added]
  const other = plan.map((each) => priceOf(world, each)).find(({ currency }) => currency !== subscription.currency)
  if (other) {
    const message = `The price supports the currency ${other.currency}, but that of the subscription is ${subscription.currency}.`
    throw invalid(message, { param: 'items[0][price]' })
  }
  return plan
}

function requireInside(at: number, period: Period | undefined): void {
  if (period === undefined || (at >= period.start && at <= period.end)) return
  throw invalid('proration_date must be within the current period.', { param: 'proration_date' })
}

/** Returns the code of a declined payment. */
function changeItems(
  world: World,
  subscription: Subscription,
  plan: readonly PlannedItem[],
  input: ChangeInput,
  { at, prorationAt }: { at: number; prorationAt: number },
): string | undefined {
  const [first] = subscription.items
  const previous = first && priceOf(world, first)
  const lasting = plan.filter(({ isDeleted }) => !isDeleted)
  const next = lasting[0] && priceOf(world, lasting[0])
  if (first === undefined || previous === undefined || next === undefined) return undefined
  const resets =
    input.movesAnchor ||
    previous.interval !== next.interval ||
    previous.intervalCount !== next.intervalCount ||
    (previous.unitAmount === 0 && next.unitAmount > 0)
  const whole = periodAt(subscription.anchor, previous.interval, previous.intervalCount, first.period.start)
  const prorates = input.prorationBehavior !== 'none'
  const before = first.period
  if (resets) subscription.anchor = at
  const period = resets ? periodAt(at, next.interval, next.intervalCount, at) : first.period
  const regular: Line[] = []
  for (const { item, price, quantity, isDeleted } of plan) {
    const isSame = item !== undefined && item.price === price && item.quantity === quantity && !isDeleted
    if (isSame && !resets) continue
    const changed = item ?? { id: world.newId('si'), created: at, price, quantity, metadata: {}, period, debit: null }
    if (prorates) addPending(world, [creditRest(world, subscription, changed, prorationAt)])
    Object.assign(changed, { price, quantity, period })
    if (item === undefined) subscription.items.push(changed)
    if (isDeleted) subscription.items = subscription.items.filter((each) => each !== changed)
    else if (resets) regular.push(debitPeriod(world, subscription, changed))
    else if (prorates) addPending(world, [debitRest(world, subscription, changed, prorationAt, whole)])
  }
  if (!resets && input.prorationBehavior !== 'always_invoice') return undefined
  const prorationDate = input.prorationDate
  const invoiced = { reason: 'subscription_update' as const, lines: regular, period: { start: before.start, end: at } }
  const invoice = createInvoice(world, subscription, { ...invoiced, prorationDate }, at)
  if (invoice === undefined || subscription.collectionMethod === 'send_invoice') return undefined
  finalizeInvoice(world, invoice, at)
  return invoice.status === 'open' ? attemptPayment(world, invoice, at) : undefined
}

/**
 * Ends a subscription now. `prorates` credits the unused time; `invoicesNow` puts that credit and other pending items
 * on a last invoice. With `prorates` alone they stay pending, with neither they are removed. Its invoices stop
 * being collected automatically.
 */
export function cancelSubscription(
  world: World,
  subscription: Subscription,
  { prorates, invoicesNow }: { prorates: boolean; invoicesNow: boolean },
  at: number,
): void {
  if (prorates)
    addPending(
      world,
      subscription.items.map((item) => creditRest(world, subscription, item, at)),
    )
  if (!prorates && !invoicesNow) {
    for (const [id, line] of world.pendingLines)
      if (line.subscription === subscription.id) world.pendingLines.delete(id)
  }
  if (invoicesNow) {
    const start = subscription.items[0]?.period.start ?? at
    const invoice = createInvoice(world, subscription, { reason: 'manual', lines: [], period: { start, end: at } }, at)
    if (invoice) {
      finalizeInvoice(world, invoice, at)
      if (invoice.status === 'open' && invoice.collectionMethod === 'charge_automatically') {
        attemptPayment(world, invoice, at)
      }
    }
  }
  endSubscription(world, subscription, at)
}
