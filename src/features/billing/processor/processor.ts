import type { Connection } from '../../../platform/database/database.ts'
import type { Billing, Currency } from '../../../shared/money/prices.ts'
import type { Plan, SubscriptionStatus } from '../../../shared/plans.ts'

/** The terms of a subscription. */
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

/** A charge (above zero) or credit (below zero), in minor units. */
export interface Line {
  description: string
  currency: Currency
  amountMinor: bigint
  /** The time that it covers. */
  from: Date
  until: Date
}

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'subscription_cancel'

export interface Invoice {
  number: number
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  reason: InvoiceReason
  currency: Currency
  /** Sum of the lines. A negative total becomes credit for the next invoice in this currency. */
  totalMinor: bigint
  /** Earlier credit used. */
  creditUsedMinor: bigint
  /** The amount left to pay. */
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
  /** The current total of the invoice at the end of the period, in the new currency. */
  nextInvoiceMinor: bigint
}

/** A call about a partner's subscription at a given time. */
export interface Call {
  partnerId: string
  at: Date
}

/** A call that writes, with the key that identifies repetitions: the id of the plan change. */
export interface KeyedCall extends Call {
  key: string
}

/**
 * Manages subscriptions and charges for them. Each function gets the caller's transaction and stores there what we need
 * (above all the `subscriptions` row). Calls that write are idempotent by `key` and lock the subscription, so that they run
 * one after the other; `get`, `preview` and `listInvoices` write nothing. All throw ProcessorTrouble if the processor fails.
 * The caller has applied its own rules before.
 */
export interface BillingProcessor {
  /** Starts a subscription at `at`. A partner that already has one keeps it unchanged. */
  createSubscription(tx: Connection, call: Call & { terms: Terms }): Promise<Subscription>
  /** The same for many distinct partners, if the processor has a faster way than one by one. */
  createSubscriptions?(
    tx: Connection,
    partners: readonly { partnerId: string; terms: Terms }[],
    at: Date,
  ): Promise<void>
  /** The subscription at `at`; with `lock`, locked until the transaction ends. */
  get(tx: Connection, partnerId: string, at: Date, options?: { lock: boolean }): Promise<Subscription | undefined>
  /** The result and cost of a change. Throws ChangeRefused if there is no subscription. */
  preview(tx: Connection, call: Call & { terms: Terms }): Promise<TermsChange>
  /** Changes terms at once, with proration. Throws ChangeRefused if the processor refuses. */
  changePlan(tx: Connection, call: KeyedCall & { terms: Terms }): Promise<TermsChange>
  /** Ends the subscription now and credits the unused time of its period. */
  cancel(tx: Connection, call: KeyedCall): Promise<Subscription>
  /** Every invoice up to `at`, newest first. */
  listInvoices(tx: Connection, partnerId: string, at: Date): Promise<Invoice[]>
}

/** The processor refuses this change, for example because a card is declined. The message may be shown to users. */
export class ChangeRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChangeRefused'
  }
}

/** The processor could not be reached, or has no price for the terms. Nothing was changed. */
export class ProcessorTrouble extends Error {
  readonly code: 'PRICE_LOOKUP_FAILED' | 'PAYMENT_PROCESSOR_ERROR'

  constructor(code: 'PRICE_LOOKUP_FAILED' | 'PAYMENT_PROCESSOR_ERROR', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProcessorTrouble'
    this.code = code
  }
}
