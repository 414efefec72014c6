/** What the simulated account contains. Times are Unix seconds, amounts are integers in the currency's minor unit. */

export type Metadata = Record<string, string>

/** From `start` up to, but not including, `end`. */
export interface Period {
  start: number
  end: number
}

export interface Clock {
  id: string
  name: string | null
  created: number
  frozenTime: number
  /** Until this real time (milliseconds since 1970), the clock answers that it is advancing. */
  readyAt: number
}

export interface Customer {
  id: string
  created: number
  name: string | null
  email: string | null
  description: string | null
  phone: string | null
  address: Record<string, string | null> | null
  metadata: Metadata
  /** Of the subscriptions and pending items; null before the first one. */
  currency: string | null
  /** What the customer owes us with the next invoice, by currency; a credit is negative. */
  balances: Map<string, number>
  defaultPaymentMethod: string | null
  clock: string | null
  deleted: boolean
  invoiceNumber: number
  /** Outcomes of the next payments, set by a test; after them, the card decides again. */
  nextDeclines: string[]
}

export interface Product {
  id: string
  created: number
  updated: number
  active: boolean
  name: string
  description: string | null
  metadata: Metadata
  taxCode: string | null
}

export type Interval = 'day' | 'week' | 'month' | 'year'

export interface Price {
  id: string
  created: number
  active: boolean
  currency: string
  product: string
  unitAmount: number
  interval: Interval
  intervalCount: number
  lookupKey: string | null
  nickname: string | null
  metadata: Metadata
  taxBehavior: string
}

export interface PaymentMethod {
  id: string
  created: number
  customer: string | null
  brand: string
  last4: string
  /** The code with which each payment is declined; null for a card that pays. */
  declineCode: string | null
}

/** What was last debited for an item, from which the next credit is computed. */
export interface Debit {
  amount: number
  period: Period
  /** The line that debited it; its invoice is null while the line is pending. */
  line: Line
}

export interface Item {
  id: string
  created: number
  price: string
  quantity: number
  metadata: Metadata
  period: Period
  debit: Debit | null
}

export type SubscriptionStatus = 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired'
export type CollectionMethod = 'charge_automatically' | 'send_invoice'

export interface Subscription {
  id: string
  customer: string
  created: number
  status: SubscriptionStatus
  currency: string
  collectionMethod: CollectionMethod
  daysUntilDue: number | null
  /** Periods are counted from here, so that a day 31 returns after a shorter month. */
  anchor: number
  items: Item[]
  defaultPaymentMethod: string | null
  description: string | null
  metadata: Metadata
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  endedAt: number | null
  latestInvoice: string | null
}

export interface Line {
  id: string
  created: number
  customer: string
  /** Null while the line is a pending invoice item. */
  invoice: string | null
  /** The invoice item that it was while pending; null for the regular line of a period. */
  invoiceItem: string | null
  subscription: string
  subscriptionItem: string
  amount: number
  currency: string
  description: string
  period: Period
  price: string
  quantity: number
  isProration: boolean
  /** The debits that a credit is computed from. */
  credited: { invoice: string; lines: string[] } | null
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual' | 'upcoming'

export interface Invoice {
  id: string
  customer: string
  subscription: string
  created: number
  status: InvoiceStatus
  billingReason: BillingReason
  collectionMethod: CollectionMethod
  currency: string
  lines: Line[]
  period: Period
  prorationDate: number | null
  /** The metadata of the subscription when the invoice was made. */
  metadata: Metadata
  number: string | null
  autoAdvance: boolean
  finalizesAt: number | null
  daysUntilDue: number | null
  dueDate: number | null
  startingBalance: number
  /** Null until it is finalized. */
  endingBalance: number | null
  amountPaid: number
  attemptCount: number
  /** Why the last attempt failed, by Stripe's code; null before one, and once it is paid. */
  lastDecline: string | null
  nextAttempt: number | null
  isOverdue: boolean
  finalizedAt: number | null
  paidAt: number | null
  voidedAt: number | null
  uncollectibleAt: number | null
}

/** A payment that the customer's bank has taken back. */
export interface Dispute {
  id: string
  created: number
  /** The invoice that the payment has paid. */
  invoice: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  dueBy: number
}

export interface CheckoutSession {
  id: string
  created: number
  expiresAt: number
  customer: string
  currency: string | null
  successUrl: string
  cancelUrl: string | null
  metadata: Metadata
  setupMetadata: Metadata
  clientReferenceId: string | null
  status: 'open' | 'complete' | 'expired'
  setupIntent: string
  /** The card that the customer entered. */
  paymentMethod: string | null
}

export interface PortalConfiguration {
  id: string
  created: number
  updated: number
  active: boolean
  isDefault: boolean
  /** As sent, with everything that is not sent off. */
  features: Record<string, unknown>
  businessProfile: Record<string, string | null>
  defaultReturnUrl: string | null
  metadata: Metadata
}

export interface PortalSession {
  id: string
  created: number
  customer: string
  configuration: string
  returnUrl: string | null
}

export interface Endpoint {
  id: string
  created: number
  url: string
  secret: string
  events: string[]
  apiVersion: string | null
  description: string | null
  metadata: Metadata
  isEnabled: boolean
}

export interface StoredEvent {
  id: string
  created: number
  type: string
  object: Record<string, unknown>
  previousAttributes: Record<string, unknown> | undefined
  requestId: string | null
  idempotencyKey: string | null
  /** Endpoints that have not answered with 2xx. */
  pending: Set<string>
}
