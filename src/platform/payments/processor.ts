import type { Billing, Currency } from '../../shared/money/prices.ts'
import type { Plan, SubscriptionStatus } from '../../shared/plans.ts'
import type { Connection } from '../database/database.ts'

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
  /** Whether an invoice is unpaid. */
  hasOpenInvoices: boolean
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

/** A partner whose subscription starts. */
export interface NewSubscription {
  partnerId: string
  terms: Terms
}

/** A change of terms that the caller has accepted and stored, and that is retried until its outcome is certain. */
export interface PendingChange {
  /** A UUID, the same in every attempt, so that the processor carries out the change only once. */
  id: string
  partnerId: string
  /** In whole seconds, the same in every attempt. Proration starts here, even if the change is applied later. */
  requestedAt: Date
  before: Terms & { periodEnd: Date }
  after: Terms
  /** An earlier attempt may have reached the processor. */
  isRepeat: boolean
}

/** A change of terms with its cost. */
export interface AppliedChange {
  subscription: Subscription
  /** For the unused time on the old terms, in the old currency; zero or below. */
  credit: Line
  /** For the time on the new terms, in the new currency; zero or above. */
  debit: Line
  /** To pay now in the new currency, after all credit. */
  dueNowMinor: bigint
}

/** What a change would cost. */
export interface ChangePreview extends AppliedChange {
  /** The total of the invoice at the end of the period, in the new currency, if nothing else changes. */
  nextInvoiceMinor: bigint
}

/**
 * Manages subscriptions and charges for them. Our own copy of a subscription, its mirror, is its row in `subscriptions`.
 *
 * `open`, `get`, `record` and `close` work on the mirror in the caller's transaction and never wait for the network. All others may
 * wait for it until `signal` is aborted, so no caller may have a connection of the pool or a lock meanwhile; each of them
 * throws ProcessorTrouble if the processor fails. The caller has applied its own rules before.
 */
export interface BillingProcessor {
  /** Starts subscriptions at `at`. A partner that already has one keeps it unchanged. */
  open(tx: Connection, partners: readonly NewSubscription[], at: Date): Promise<void>
  /** The subscription at `at` in the mirror; undefined if there is none. */
  get(db: Connection, partnerId: string, at: Date): Promise<Subscription | undefined>
  /**
   * Changes terms at once, with proration from `requestedAt`; calls with the same id change them once and return the
   * same amounts. Throws ChangeRefused if the processor refuses; then no attempt with this id has changed or will
   * change anything.
   */
  apply(change: PendingChange, signal: AbortSignal): Promise<AppliedChange>
  /** Writes an applied change to the mirror. */
  record(tx: Connection, change: PendingChange, applied: AppliedChange): Promise<void>
  /** The result and cost of a change at `at`. Throws ChangeRefused if the processor would refuse it. */
  preview(change: NewSubscription & { at: Date }, signal: AbortSignal): Promise<ChangePreview>
  /** Ends the subscription at `at`, credits the unused time of its period, and writes the mirror. Idempotent by `id`. */
  cancel(cancellation: { id: string; partnerId: string; at: Date }, signal: AbortSignal): Promise<Subscription>
  /**
   * Ends the subscription at `at`, because another processor takes the partner over, and deletes it from the mirror, in the
   * caller's transaction; what needs the network is queued. A processor that cannot do this keeps its subscriptions.
   */
  close?(tx: Connection, partnerId: string, at: Date): Promise<void>
  /** Every invoice up to `at`, newest first. */
  listInvoices(partnerId: string, at: Date, signal: AbortSignal): Promise<Invoice[]>
}

/** The processors of this service; without `stripe`, the embedded one has every subscription. */
export interface Processors {
  embedded: BillingProcessor
  stripe?: BillingProcessor
  /** How long a call may take altogether. */
  timeoutMs: number
}

/** The processor refuses this change, for example because a card is declined. The message may be shown to users. */
export class ChangeRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChangeRefused'
  }
}

interface TroubleOptions extends ErrorOptions {
  /** `unchanged` only if this attempt certainly changed nothing; `unknown` if a request was not answered. */
  outcome: 'unchanged' | 'unknown'
}

/** The processor could not be reached, did not answer, or has no price for the terms. */
export class ProcessorTrouble extends Error {
  readonly code: 'PRICE_LOOKUP_FAILED' | 'PAYMENT_PROCESSOR_ERROR'
  readonly outcome: 'unchanged' | 'unknown'

  constructor(code: ProcessorTrouble['code'], message: string, { outcome, ...options }: TroubleOptions) {
    super(message, options)
    this.name = 'ProcessorTrouble'
    this.code = code
    this.outcome = outcome
  }
}
