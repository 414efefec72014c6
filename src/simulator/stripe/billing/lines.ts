import type { Item, Line, Period, Price, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { shareOf } from './arithmetic.ts'

const nameOf = (world: World, price: Price): string => world.products.get(price.product)?.name ?? price.product

const dateOf = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The price of an item. */
export function priceOf(world: World, { price }: Pick<Item, 'price'>): Price {
  const found = world.prices.get(price)
  if (found === undefined) throw new Error(`no price ${price}`)
  return found
}

interface LineInput {
  amount: number
  description: string
  period: Period
  isProration: boolean
  credited?: Line
}

function newLine(world: World, subscription: Subscription, item: Item, input: LineInput): Line {
  const { amount, description, period, isProration, credited } = input
  const creditedInvoice = credited?.invoice ?? null
  return {
    id: world.newId('il'),
    created: period.start,
    customer: subscription.customer,
    invoice: null,
    invoiceItem: isProration ? world.newId('ii') : null,
    subscription: subscription.id,
    subscriptionItem: item.id,
    amount,
    currency: subscription.currency,
    description,
    period,
    price: item.price,
    quantity: item.quantity,
    isProration,
    credited: credited && creditedInvoice !== null ? { invoice: creditedInvoice, lines: [credited.id] } : null,
  }
}

/** The line for an item's whole period, which becomes the item's debit. */
export function debitPeriod(world: World, subscription: Subscription, item: Item): Line {
  const price = priceOf(world, item)
  const { period } = item
  const amount = price.unitAmount * item.quantity
  const description = `${item.quantity} × ${nameOf(world, price)} (per ${price.interval})`
  const line = newLine(world, subscription, item, { amount, description, period, isProration: false })
  item.debit = { amount, period, line }
  return line
}

/** A pending line for the rest of the item's period at its current price. It becomes the item's debit. */
export function debitRest(world: World, subscription: Subscription, item: Item, at: number, whole: Period): Line {
  const price = priceOf(world, item)
  const amount = shareOf(price.unitAmount * item.quantity, item.period.end - at, whole.end - whole.start)
  const period = { start: at, end: item.period.end }
  const description = `Remaining time on ${nameOf(world, price)} after ${dateOf(at)}`
  const line = newLine(world, subscription, item, { amount, description, period, isProration: true })
  item.debit = { amount, period, line }
  return line
}

/**
 * A pending line that credits the unused part of the item's debit. Flexible billing computes it from the debited
 * amount, not from the current price. Undefined if nothing was debited for the time after `at`.
 */
export function creditRest(world: World, subscription: Subscription, item: Item, at: number): Line | undefined {
  const { debit } = item
  item.debit = null
  if (debit === null || debit.period.end <= at) return undefined
  const { amount, period, line: credited } = debit
  const unused = -shareOf(amount, period.end - at, period.end - period.start)
  const description = `Unused time on ${nameOf(world, priceOf(world, item))} after ${dateOf(at)}`
  return newLine(world, subscription, item, {
    // -0 is not an amount.
    amount: unused === 0 ? 0 : unused,
    description,
    period: { start: at, end: period.end },
    isProration: true,
    credited,
  })
}

/** Adds lines to the pending ones, for the next invoice. */
export function addPending(world: World, lines: readonly (Line | undefined)[]): void {
  for (const line of lines) if (line?.invoiceItem) world.pendingLines.set(line.invoiceItem, line)
}
