import { type PortfolioCustomer, stateOf } from '../../../../shared/portal/portfolio.ts'
import type { RunForecast } from './schema.ts'

/** What there is room for. */
export interface RunRoom {
  /** Runs that are left of the month; undefined without a limit. */
  remaining: number | undefined
  /** Runs that may still be queued. */
  queue: number
}

/** The customers of these that can be assessed now: approved, and without a run under way. The oldest result goes first. */
export function readyFor(customers: readonly PortfolioCustomer[], product: string): PortfolioCustomer[] {
  const endedAt = (customer: PortfolioCustomer): number => stateOf(customer, product).result?.endedAt.getTime() ?? 0
  return customers
    .filter((customer) => customer.isApproved && !stateOf(customer, product).run)
    .toSorted((one, other) => endedAt(one) - endedAt(other))
}

/** What starting runs for these customers would do. */
export function forecastRuns(
  customers: readonly PortfolioCustomer[],
  product: string,
  { remaining, queue }: RunRoom,
): RunForecast {
  const ready = readyFor(customers, product).length
  const unapproved = customers.filter(({ isApproved }) => !isApproved).length
  const allowed = Math.min(ready, remaining ?? ready)
  const starts = Math.min(allowed, queue)
  return {
    matching: customers.length,
    starts,
    unapproved,
    running: customers.length - ready - unapproved,
    overLimit: ready - allowed,
    overQueue: allowed - starts,
    ...(remaining !== undefined && { remaining }),
  }
}
