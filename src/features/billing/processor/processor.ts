import type { Connection } from '../../../platform/database/database.ts'
import type { Billing, Currency } from '../../../shared/money/prices.ts'
import type { Plan, SubscriptionStatus } from '../../../shared/plans.ts'

/** What is subscribed to. */
export interface Terms {
  plan: Plan
  billing: Billing
  currency: Currency
}

export interface Subscription extends Terms {
  partnerId: string
  status: SubscriptionStatus
  periodStart: Date
  periodEnd: Date
}

/** One thing charged (above zero) or credited (below zero), in minor units. */
export interface Line {
  description: string
  currency: Currency
  amountMinor: bigint
  /** The time that it pays for. */
  from: Date
  until: Date
}

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'subscription_cancel'

export interface Invoice {
  number: number
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  reason: InvoiceReason
  currency: Currency
  /** Sum of the lines; below zero it becomes credit for the next invoice in this currency. */
  totalMinor: bigint
  /** Taken from earlier credit. */
  creditUsedMinor: bigint
  /** What is left to pay. */
  dueMinor: bigint
  issuedAt: Date
}

/** A change of terms with what it costs. */
export interface TermsChange {
  subscription: Subscription
  /** For the unused time on the old terms, in the old currency; zero or below. */
  credit: Line
  /** For the time on the new terms, in the new currency; zero or above. */
  debit: Line
  /** To pay now in the new currency, after all credit. */
  dueNowMinor: bigint
  /** What the invoice at the end of the period comes to as things stand, in the new currency. */
  nextInvoiceMinor: bigint
}

/** Whose subscription, and the moment that the books are kept by. */
export interface Call {
  partnerId: string
  at: Date
}

/** A call that writes, with the key by which its repetition is recognised: the id of the plan change. */
export interface KeyedCall extends Call {
  key: string
}

/**
 * Holds subscriptions and charges for them. Each function gets the caller's transaction: what must be kept on our side
 * (the `subscriptions` row above all) is written there, and the same `key` again repeats nothing. Calls that write
 * take the subscription's lock, so that they come one after the other; `get`, `preview` and `listInvoices` write
 * nothing. All throw ProcessorTrouble where the processor fails; the caller's rules have been checked before.
 */
export interface BillingProcessor {
  /** Starts charging from `at`; a partner that has a subscription already keeps it as it is. */
  createSubscription(tx: Connection, call: Call & { terms: Terms }): Promise<Subscription>
  /** The same for many partners at once, each named once, where the processor has a shorter way than one by one. */
  createSubscriptions?(
    tx: Connection,
    partners: readonly { partnerId: string; terms: Terms }[],
    at: Date,
  ): Promise<void>
  /** The subscription as it stands at `at`; `lock` keeps it so until the transaction ends. */
  get(tx: Connection, partnerId: string, at: Date, options?: { lock: boolean }): Promise<Subscription | undefined>
  /** What a change would cost and come to. Throws ChangeRefused where there is no subscription. */
  preview(tx: Connection, call: Call & { terms: Terms }): Promise<TermsChange>
  /** Changes terms at once, with proration. Throws ChangeRefused where the processor will not have it. */
  changePlan(tx: Connection, call: KeyedCall & { terms: Terms }): Promise<TermsChange>
  /** Ends the subscription now and credits what is unused of its period. */
  cancel(tx: Connection, call: KeyedCall): Promise<Subscription>
  /** Every invoice up to `at`, newest first. */
  listInvoices(tx: Connection, partnerId: string, at: Date): Promise<Invoice[]>
}

/** The processor will not make this change, as with a card that is declined; the message may be shown. */
export class ChangeRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChangeRefused'
  }
}

/** The processor could not be asked, or has no price for the terms. Nothing was changed. */
export class ProcessorTrouble extends Error {
  readonly code: 'PRICE_LOOKUP_FAILED' | 'PAYMENT_PROCESSOR_ERROR'

  constructor(code: 'PRICE_LOOKUP_FAILED' | 'PAYMENT_PROCESSOR_ERROR', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProcessorTrouble'
    this.code = code
  }
}
