import { CATALOGUE_ROUTES } from './catalogue.ts'
import { CLOCK_ROUTES } from './clocks.ts'
import { CUSTOMER_ROUTES } from './customers.ts'
import { EVENT_ROUTES } from './events.ts'
import { HOSTED_ROUTES } from './hosted.ts'
import { INVOICE_ROUTES } from './invoices.ts'
import { PAYMENT_ROUTES } from './payments.ts'
import type { Route } from './request.ts'
import { SUBSCRIPTION_ROUTES } from './subscriptions.ts'

/** Every call that the simulated Stripe answers. */
export const ROUTES: readonly Route[] = [
  ...CUSTOMER_ROUTES,
  ...CATALOGUE_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...PAYMENT_ROUTES,
  ...CLOCK_ROUTES,
  ...HOSTED_ROUTES,
  ...EVENT_ROUTES,
]

/** The route of a request with the ids in its path. Paths without an id come first: `create_preview` is not an invoice. */
export function findRoute(method: string, path: string): { route: Route; ids: string[] } | undefined {
  for (const route of ROUTES) {
    if (route.method !== method) continue
    const pattern = new RegExp(`^${route.path.replace('{id}', '([A-Za-z0-9_.-]{1,255})')}$`)
    const match = pattern.exec(path)
    if (match) return { route, ids: match.slice(1) }
  }
  return undefined
}
