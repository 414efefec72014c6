import type { NextInvoice, PlanOverview } from '../../../src/features/billing/overview/schema.ts'
import type { PlanPreview } from '../../../src/features/billing/schema.ts'
import { formatAmount, formatDate, formatNumber } from '../../format.ts'
import type { Json } from '../../json.ts'
import type { Tone } from '../../parts/tone.ts'

export type Plan = Json<PlanOverview>
export type Preview = Json<PlanPreview>
type UpcomingInvoice = NonNullable<Json<NextInvoice>['invoice']>

/** `Professional`, as a title. */
export const planName = (plan: string): string => plan.charAt(0).toUpperCase() + plan.slice(1)

/** `a month`, `a year`. */
export const periodWords = (billing: Plan['billing']): string => (billing === 'monthly' ? 'a month' : 'a year')

type State = Pick<Plan, 'status'> & Partial<Pick<Plan, 'mustConfirm' | 'nextAttemptAt' | 'stopsAt'>>

/** What happens, and when, if an invoice stays unpaid. */
const stopWords = ({ stopsAt }: State): string =>
  stopsAt === undefined
    ? 'Everything still works in the meantime.'
    : `If it stays unpaid, new runs will be blocked from about ${formatDate(stopsAt)}. Until then everything still works.`

/** What the state of a subscription means for the partner; no sentence where everything is as it should be. */
export function stateOf(state: State): { tone: Tone; words: string; sentence?: string } {
  const { status, mustConfirm = false, nextAttemptAt } = state
  if (mustConfirm && status !== 'unpaid' && status !== 'canceled') {
    return {
      tone: 'warn',
      words: 'Payment to confirm',
      sentence: `Your bank asks you to confirm a payment. Choose “Pay” next to the open invoice below. ${stopWords(state)}`,
    }
  }
  switch (status) {
    case 'active':
      return { tone: 'good', words: 'Active' }
    case 'trialing':
      return { tone: 'good', words: 'Trial' }
    case 'past_due':
      return {
        tone: 'warn',
        words: 'Payment overdue',
        sentence: `${nextAttemptAt === undefined ? 'An invoice is overdue. Pay it below.' : `The card could not be charged. It will be charged again on ${formatDate(nextAttemptAt)}. You can also pay the open invoice below now.`} ${stopWords(state)}`,
      }
    case 'unpaid':
      return {
        tone: 'bad',
        words: 'Unpaid',
        sentence: 'New runs cannot be started until the open invoice below is paid. Everything else remains available.',
      }
    case 'canceled':
      return {
        tone: 'bad',
        words: 'Ended',
        sentence: 'The subscription has ended, so new runs cannot be started. Ask us to start it again.',
      }
    default:
      return { tone: 'warn', words: 'Not active', sentence: 'The subscription is not active yet.' }
  }
}

/** Why the plan cannot be changed now; undefined where it can. */
export function refusalOf({ pendingChange, status }: Plan): string | undefined {
  if (pendingChange) return 'The pending change has to be confirmed first.'
  if (status === 'unpaid') return 'The open invoice has to be paid first.'
  return status === 'canceled' ? 'The subscription has ended.' : undefined
}

/** The brand of a card as people know it, from Stripe's word for it, as american_express. */
export const brandName = (brand: string): string =>
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** What happens next with the plan, and when. */
export function nextWords(plan: Plan): string {
  const { billedBy, status, periodEnd } = plan
  const day = formatDate(periodEnd)
  if (status === 'canceled') return 'Nothing more is billed.'
  if (billedBy === 'stripe') return `Renews on ${day}.`
  return billedBy === 'distributor'
    ? `Renews on ${day}. Your distributor bills you.`
    : `Renews on ${day}. This service does not send invoices.`
}

/** What the next invoice is made of. */
export function invoiceWords({ total, creditUsed, creditLeft, currency }: UpcomingInvoice, price: number): string {
  const changes = total - price
  const parts = [
    `${formatAmount(price, currency)} for the plan`,
    ...(changes > 0 ? [`${formatAmount(changes, currency)} for earlier changes`] : []),
    ...(changes < 0 ? [`less ${formatAmount(-changes, currency)} for earlier changes`] : []),
    ...(creditUsed > 0 ? [`less ${formatAmount(creditUsed, currency)} of credit`] : []),
  ]
  const left = creditLeft > 0 ? ` ${formatAmount(creditLeft, currency)} of credit remains.` : ''
  return `${parts.join(', ')}.${left}`
}

/** A change that is not confirmed yet, as `Professional, yearly, in EUR`. */
export const changeWords = ({ plan, billing, currency }: NonNullable<Plan['pendingChange']>): string =>
  [planName(plan), billing === 'monthly' ? 'monthly' : 'yearly', `in ${currency.toUpperCase()}`].join(', ')

/** What a plan change costs, as sentences. */
export function previewWords({ dueNow, nextInvoice, credit, debit }: Preview): string[] {
  const lines = [
    `${formatAmount(-credit.amount, credit.currency)} is credited for the unused time on the current plan, and ${formatAmount(debit.amount, debit.currency)} is charged for the time on the new one.`,
    ...(credit.currency !== debit.currency && credit.amount < 0
      ? [`The credit stays in ${credit.currency.toUpperCase()}, for later invoices in that currency.`]
      : []),
    dueNow.amount > 0 ? `${formatAmount(dueNow.amount, dueNow.currency)} is invoiced now.` : 'Nothing is invoiced now.',
    `The next invoice, on ${formatDate(nextInvoice.date)}, comes to ${formatAmount(nextInvoice.amount, nextInvoice.currency)}.`,
  ]
  return lines
}

/** `250 runs a month`. */
export const limitWords = (runs: number): string =>
  runs < 0 ? 'runs without limit' : `${formatNumber(runs)} runs a month`
