import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import {
  type BillingProcessor,
  ChangeRefused,
  type Processors,
  ProcessorTrouble,
  type Subscription,
  type Terms,
} from '../../platform/payments/processor.ts'
import {
  BILLINGS,
  type Billing,
  CURRENCIES,
  type Currency,
  type SettlementCurrency,
  type SettlementInterval,
} from '../../shared/money/prices.ts'
import { PLAN_NAMES, type Plan, planAllows, runsLimit, type SubscriptionStatus } from '../../shared/plans.ts'
import { Problem, type ProblemDetail } from '../../shared/problem.ts'
import type { PlanChange, PlanChangeResult } from './schema.ts'

/** Plan changes that a partner may request in any hour. */
export const MAX_CHANGES = 10
export const CHANGES_WINDOW_MS = 3_600_000

/** The terms that a plan change requests. Absent ones stay as they are. */
export interface WantedTerms {
  plan: Plan
  billing?: Billing
  currency?: Currency
}

/** Reads the input of a plan change. Throws MISSING_FIELD without a plan, PLAN_CHANGE_FAILED for unknown values. */
export function readPlanChange(input: PlanChange): WantedTerms {
  const details: ProblemDetail[] = []
  const { plan, billing, currency } = input
  if (plan === undefined || plan === null || (typeof plan === 'string' && plan.trim() === '')) {
    details.push({ field: 'plan', code: 'MISSING_FIELD', message: 'plan is required.' })
  } else if (!isOneOf(PLAN_NAMES, plan)) details.push(notOneOf('plan', PLAN_NAMES))
  if (billing !== undefined && !isOneOf(BILLINGS, billing)) details.push(notOneOf('billing', BILLINGS))
  if (currency !== undefined && !isOneOf(CURRENCIES, currency)) details.push(notOneOf('currency', CURRENCIES))
  const code = details.some((detail) => detail.code === 'MISSING_FIELD') ? 'MISSING_FIELD' : 'PLAN_CHANGE_FAILED'
  if (details.length > 0 || !isOneOf(PLAN_NAMES, plan)) {
    const messages = details.filter((detail) => detail.code === code).map((detail) => detail.message)
    throw new Problem(code, { message: messages.join(' '), details })
  }
  return {
    plan,
    ...(isOneOf(BILLINGS, billing) && { billing }),
    ...(isOneOf(CURRENCIES, currency) && { currency }),
  }
}

/** The requested terms, completed from the current ones. */
export const termsOf = (wanted: WantedTerms, { billing, currency }: Terms): Terms => ({ billing, currency, ...wanted })

export const areSameTerms = (one: Terms, other: Terms): boolean =>
  one.plan === other.plan && one.billing === other.billing && one.currency === other.currency

/** As in `professional, monthly, usd`. */
const formatTerms = ({ plan, billing, currency }: Terms): string => `${plan}, ${billing}, ${currency}`

/** Returns the subscription if it may change to these terms; otherwise throws PLAN_CHANGE_FAILED. */
export function requireChangeable(subscription: Subscription | undefined, wanted: WantedTerms): Subscription {
  if (!subscription) throw refusal('This partner has no subscription, so its plan cannot change.')
  const { status } = subscription
  if (!CHANGEABLE.includes(status)) throw refusal(`A subscription that is ${status} cannot be changed.`)
  const terms = termsOf(wanted, subscription)
  if (areSameTerms(terms, subscription)) throw refusal(`The subscription is already on ${formatTerms(terms)}.`)
  const sameCurrency = terms.currency === subscription.currency
  const isSmaller = PLAN_NAMES.indexOf(terms.plan) < PLAN_NAMES.indexOf(subscription.plan)
  if (status === 'past_due' && !(isSmaller && sameCurrency && terms.billing === subscription.billing)) {
    throw refusal('While a payment is overdue, only a smaller plan on the same billing and currency can be chosen.')
  }
  if (!sameCurrency && subscription.hasOpenInvoices) {
    throw refusal('The currency cannot be changed while invoices are unpaid.')
  }
  return subscription
}

const CHANGEABLE: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']

/** PLAN_CHANGE_FAILED with this reason. */
export const refusal = (message: string): Problem => new Problem('PLAN_CHANGE_FAILED', { message })

/** The problem for a processor that refuses or fails without having changed anything; any other error unchanged. */
export function toProblem(error: unknown): unknown {
  if (error instanceof ChangeRefused) return refusal(error.message)
  return error instanceof ProcessorTrouble ? new Problem(error.code) : error
}

/** PAYMENT_PROCESSOR_ERROR for a change that may have happened. */
export const unconfirmed = (): Problem =>
  new Problem('PAYMENT_PROCESSOR_ERROR', {
    message: 'The outcome is not confirmed yet; repeat the call with the same Idempotency-Key.',
  })

/** PAYMENT_PROCESSOR_ERROR for a change that another one prevents, whose outcome is not known yet. */
export const notYet = (pending: Terms): Problem =>
  new Problem('PAYMENT_PROCESSOR_ERROR', {
    message: `The change to ${formatTerms(pending)} is not confirmed yet. Nothing was changed by this call; repeat it later.`,
  })

/** RATE_LIMITED until the oldest attempt within the limit is an hour old. */
export function tooManyChanges(oldest: Date, at: Date): Problem {
  const retryAfterS = Math.max(1, Math.ceil((oldest.getTime() + CHANGES_WINDOW_MS - at.getTime()) / 1000))
  return new Problem('RATE_LIMITED', {
    message: `The plan can be changed ${MAX_CHANGES} times an hour: try again in ${retryAfterS} seconds.`,
    headers: { 'Retry-After': String(retryAfterS) },
  })
}

const UNPAID: readonly SubscriptionStatus[] = ['unpaid', 'canceled']

/** Runs a month that plan and subscription allow; -1 means unlimited. An unpaid subscription allows none. */
export const effectiveRunsLimit = (plan: Plan, status: SubscriptionStatus | null | undefined): number =>
  status && UNPAID.includes(status) ? 0 : runsLimit(plan)

/** Products that a plan change adds and removes, in catalogue order. */
export function compareProducts(before: Plan, after: Plan): { gained: string[]; lost: string[] } {
  const ids: readonly string[] = FRAMEWORKS.map((framework) => framework.id)
  const only = (one: Plan, other: Plan) => ids.filter((id) => planAllows(one, id) && !planAllows(other, id))
  return { gained: only(after, before), lost: only(before, after) }
}

/** What a distributor and the service owe each other. */
export interface Settlement {
  currency: SettlementCurrency
  interval: SettlementInterval
}

const CURRENCY_OF = { AUD: 'aud', USD: 'usd', GBP: 'gbp', EUR: 'eur', NZD: 'aud' } as const satisfies Record<
  SettlementCurrency,
  Currency
>

/** What decides which processor has a partner's subscription, or will have it. */
export interface BilledPartner {
  /** Of its subscription; null without one. */
  processor: 'embedded' | 'stripe' | null
  /** Whether the payment processor bills it, and not its distributor. */
  processorBilling: boolean
}

/** Where a partner's subscription belongs. */
export const preferredProcessor = (processors: Processors, processorBilling: boolean): 'embedded' | 'stripe' =>
  processorBilling && processors.stripe ? 'stripe' : 'embedded'

/** The processor of a partner. Throws ProcessorTrouble if this service is not set up for the one that has its subscription. */
export function processorFor(processors: Processors, { processor, processorBilling }: BilledPartner): BillingProcessor {
  const found = processors[processor ?? preferredProcessor(processors, processorBilling)]
  if (found) return found
  const message = `the subscription is at ${processor}, for which this service is not set up`
  throw new ProcessorTrouble('PAYMENT_PROCESSOR_ERROR', message, { outcome: 'unchanged' })
}

/** A subscription as the response to its plan change. */
export const toResult = (subscription: Subscription): PlanChangeResult => ({
  partnerId: subscription.partnerId,
  plan: subscription.plan,
  billing: subscription.billing,
  currency: subscription.currency,
  runLimit: runsLimit(subscription.plan),
  subscriptionStatus: subscription.status,
  currentPeriodEnd: subscription.periodEnd,
})

/** The first terms of a new partner's own subscription, from the settlement; without one: monthly, in US dollars. */
export const firstTerms = (plan: Plan, settlement: Settlement | undefined): Terms => ({
  plan,
  billing: settlement?.interval === 'annual' ? 'rolling' : 'monthly',
  currency: settlement ? CURRENCY_OF[settlement.currency] : 'usd',
})

const isOneOf = <T extends string>(words: readonly T[], value: unknown): value is T =>
  words.some((word) => word === value)

const notOneOf = (field: string, words: readonly string[]): ProblemDetail => ({
  field,
  code: 'PLAN_CHANGE_FAILED',
  message: `${field} must be one of ${words.join(', ')}.`,
})
