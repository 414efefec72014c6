import { randomBytes } from 'node:crypto'
import type {
  CheckoutSession,
  Clock,
  Customer,
  Dispute,
  Endpoint,
  Invoice,
  Line,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  StoredEvent,
  Subscription,
} from './state.ts'

/** Settings in Stripe's dashboard, which Stripe's API does not return. */
export interface AccountSettings {
  /** Days between a failed payment and the next attempt. */
  retryDays: number[]
  /** What a subscription becomes after the last attempt. */
  afterRetries: 'unpaid' | 'canceled' | 'past_due'
  /**
   * How many days overdue an invoice that is paid by hand may be, before the subscription is treated as after the last
   * attempt.
   */
  overdueDays: number
}

/** The account and everything in it. */
export interface World {
  customers: Map<string, Customer>
  products: Map<string, Product>
  prices: Map<string, Price>
  paymentMethods: Map<string, PaymentMethod>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
  /** Invoice items that wait for the next invoice, by the id of the item. */
  pendingLines: Map<string, Line>
  disputes: Map<string, Dispute>
  clocks: Map<string, Clock>
  checkoutSessions: Map<string, CheckoutSession>
  portalConfigurations: Map<string, PortalConfiguration>
  portalSessions: Map<string, PortalSession>
  endpoints: Map<string, Endpoint>
  events: Map<string, StoredEvent>
  settings: AccountSettings
  /**
   * How long a test clock answers that it is advancing, in real milliseconds, so that callers have to wait for `ready`.
   */
  advancingMs: number
  /** `http://127.0.0.1:PORT`, where the hosted pages are. */
  origin: string
  /** The time of everything without a test clock, in seconds. Never decreases. */
  now(): number
  /** The due time of the work that is being carried out; undefined otherwise. */
  workingAt: number | undefined
  /** The request that is being answered; undefined for work that no request caused. */
  request: { id: string; idempotencyKey: string | null } | undefined
  /** Hands a new event to the webhooks. */
  publish(event: StoredEvent): void
  newId(prefix: string): string
}

/** An empty account. `now` answers in seconds. */
export function createWorld(now: () => number): World {
  let count = 0
  const run = randomBytes(5).toString('hex')
  return {
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    paymentMethods: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    pendingLines: new Map(),
    disputes: new Map(),
    clocks: new Map(),
    checkoutSessions: new Map(),
    portalConfigurations: new Map(),
    portalSessions: new Map(),
    endpoints: new Map(),
    events: new Map(),
    settings: { retryDays: [3, 5, 7], afterRetries: 'unpaid', overdueDays: 30 },
    advancingMs: 20,
    origin: '',
    now,
    workingAt: undefined,
    request: undefined,
    publish() {},
    newId(prefix) {
      count += 1
      return `${prefix}_${run}${count.toString(36).padStart(6, '0')}`
    },
  }
}

/** The time of a customer's test clock, or of the account. */
export function timeOf(world: World, clock: string | null): number {
  const own = clock === null ? undefined : world.clocks.get(clock)
  return own?.frozenTime ?? world.workingAt ?? world.now()
}
