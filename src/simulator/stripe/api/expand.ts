import { invalid, notModelled } from '../protocol/failures.ts'
import { listOf } from '../protocol/parameters.ts'
import type { World } from '../state/world.ts'
import { toPaymentMethod, toPrice, toProduct, type Wire } from '../wire/catalogue.ts'
import { toClock, toCustomer, toSetupIntent } from '../wire/customers.ts'
import { toInvoice } from '../wire/invoices.ts'
import { intentOf, toPaymentIntent } from '../wire/payments.ts'
import { toSubscription } from '../wire/subscriptions.ts'

const MAX_DEPTH = 4

/** Replaces ids by objects where `expand` says so. Throws 501 for paths that the route does not model. */
export function expand(world: World, answer: Wire, paths: unknown, expandable: readonly string[]): void {
  for (const path of listOf(paths).map(String)) {
    const names = path.split('.')
    if (names.filter((name) => name !== 'data').length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property.`, { param: 'expand' })
    }
    if (!expandable.includes(path)) throw notModelled(`expand=${path}`)
    expandPath(world, answer, names)
  }
}

function expandPath(world: World, node: unknown, [name = '', ...rest]: string[]): void {
  if (Array.isArray(node)) {
    for (const each of node) expandPath(world, each, [name, ...rest])
    return
  }
  if (typeof node !== 'object' || node === null) return
  const map = node as Wire
  const value = map[name]
  if (typeof value === 'string') map[name] = find(world, name, value) ?? value
  if (rest.length > 0) expandPath(world, map[name], rest)
}

/** The object behind an id, by the name of the property. */
function find(world: World, property: string, id: string): Wire | undefined {
  const as = <T>(found: T | undefined, toWire: (one: T) => Wire): Wire | undefined => found && toWire(found)
  switch (property) {
    case 'customer':
      return as(world.customers.get(id), toCustomer)
    case 'price':
      return as(world.prices.get(id), toPrice)
    case 'product':
      return as(world.products.get(id), toProduct)
    case 'payment_method':
    case 'default_payment_method':
      return as(world.paymentMethods.get(id), toPaymentMethod)
    case 'payment_intent':
      return as(
        [...world.invoices.values()].find((invoice) => intentOf(invoice) === id),
        (one) => toPaymentIntent(world, one),
      )
    case 'subscription':
      return as(world.subscriptions.get(id), (one) => toSubscription(world, one))
    case 'latest_invoice':
      return as(world.invoices.get(id), (one) => toInvoice(world, one))
    case 'test_clock':
      return as(world.clocks.get(id), (one) => toClock(one, Date.now()))
    case 'setup_intent':
      return as(
        [...world.checkoutSessions.values()].find(({ setupIntent }) => setupIntent === id),
        toSetupIntent,
      )
    default:
      return undefined
  }
}
