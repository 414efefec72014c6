import type { App } from '../../../app.ts'
import type { Actor } from '../../../shared/actor.ts'
import { toNumber } from '../../../shared/money/amounts.ts'
import { priceOf } from '../../../shared/money/prices.ts'
import { Problem } from '../../../shared/problem.ts'
import { LONG_PENDING_MS, type StoredChange } from '../changes/pending/rules.ts'
import { findPendingChange } from '../changes/pending/store.ts'
import { effectiveRunsLimit } from '../rules.ts'
import type { StripeContext } from '../stripe/context/context.ts'
import { listOpenDisputes } from '../stripe/disputes/store.ts'
import {
  createCardSession,
  createPortalSession,
  findCard,
  findNextInvoice,
  listPaymentInvoices,
} from '../stripe/payment/service.ts'
import { getSubscription } from '../subscriptions/service.ts'
import type { CardState, InvoiceList, NextInvoice, PlanOverview } from './schema.ts'
import { findBiller } from './store.ts'

/** The partner's plan. NOT_FOUND without a subscription. */
export async function getPlanOverview(app: App, actor: Actor): Promise<PlanOverview> {
  const { partnerId } = actor
  const [subscription, biller, pending, disputes] = await Promise.all([
    getSubscription(app, actor),
    findBiller(app.db, partnerId),
    findPendingChange(app.db, partnerId),
    listOpenDisputes(app.db, partnerId),
  ])
  if (!subscription) throw noSubscription()
  const { plan, billing, currency, status, periodStart, periodEnd } = subscription
  return {
    plan,
    billing,
    currency,
    status,
    price: toNumber(priceOf(plan, billing, currency)),
    periodStart,
    periodEnd,
    runsLimit: effectiveRunsLimit(plan, status),
    billedBy: biller?.processor === 'stripe' ? 'stripe' : biller?.hasDistributor ? 'distributor' : 'nobody',
    mustConfirm: biller?.mustConfirm ?? false,
    ...(biller?.nextAttemptAt && { nextAttemptAt: biller.nextAttemptAt }),
    ...(biller?.stopsAt && { stopsAt: biller.stopsAt }),
    ...(pending && { pendingChange: toPendingChange(pending, app.now()) }),
    disputes: disputes.map(({ invoiceNumber, ...dispute }) => ({
      ...dispute,
      ...(invoiceNumber !== null && { invoiceNumber }),
    })),
  }
}

const toPendingChange = ({ after, requestedAt }: StoredChange, at: Date) => ({
  ...after,
  requestedAt,
  isStuck: at.getTime() - requestedAt.getTime() > LONG_PENDING_MS,
})

/**
 * A preview of the next invoice; none if Stripe does not bill the partner, or no longer does. Throws
 * PAYMENT_PROCESSOR_ERROR.
 */
export async function getNextInvoice(app: App, actor: Actor): Promise<NextInvoice> {
  const context = await findContext(app, actor)
  const next = context && (await findNextInvoice(context, actor.partnerId))
  if (!next) return {}
  const { currency, date, totalMinor, creditUsedMinor, dueMinor, creditLeftMinor } = next
  return {
    invoice: {
      currency,
      date,
      total: toNumber(totalMinor),
      creditUsed: toNumber(creditUsedMinor),
      due: toNumber(dueMinor),
      creditLeft: toNumber(creditLeftMinor),
    },
  }
}

/** The partner's invoices, newest first; none where Stripe does not bill it. Throws PAYMENT_PROCESSOR_ERROR. */
export async function listInvoices(app: App, actor: Actor): Promise<InvoiceList> {
  const context = await findContext(app, actor)
  const invoices = context ? await listPaymentInvoices(context, actor.partnerId) : []
  return {
    invoices: invoices.map(({ totalMinor, openMinor, ...invoice }) => ({
      ...invoice,
      total: toNumber(totalMinor),
      open: toNumber(openMinor),
    })),
  }
}

/** The card that pays the partner's invoices, if any. Throws PAYMENT_PROCESSOR_ERROR. */
export async function getCard(app: App, actor: Actor): Promise<CardState> {
  const context = await findContext(app, actor)
  const card = context && (await findCard(context, actor.partnerId))
  return card ? { card } : {}
}

/** The address of a page where the partner enters a card. NOT_FOUND where Stripe does not bill it; PAYMENT_PROCESSOR_ERROR. */
export async function createCardPage(app: App, actor: Actor): Promise<{ url: string }> {
  return await createCardSession(await requireContext(app, actor), actor, planUrlOf(app))
}

/** Like `createCardPage`, for the page on which the partner changes its billing address and tax id. */
export async function createBillingPage(app: App, actor: Actor): Promise<{ url: string }> {
  return await createPortalSession(await requireContext(app, actor), actor, planUrlOf(app))
}

const planUrlOf = ({ appUrl }: App): string => `${appUrl}/plan`

/** For partners that Stripe bills. */
async function findContext(app: App, { partnerId }: Actor): Promise<StripeContext | undefined> {
  const { stripe } = app
  if (!stripe) return undefined
  const biller = await findBiller(app.db, partnerId)
  return biller?.processor === 'stripe' ? { ...app, stripe } : undefined
}

async function requireContext(app: App, actor: Actor): Promise<StripeContext> {
  const context = await findContext(app, actor)
  if (!context) throw noSubscription()
  return context
}

const noSubscription = (): Problem => new Problem('NOT_FOUND', { message: 'You are not billed for anything here.' })
