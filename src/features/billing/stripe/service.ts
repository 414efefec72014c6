import type { Connection } from '../../../platform/database/database.ts'
import { addJobs } from '../../../platform/jobs/queue.ts'
import type {
  AppliedChange,
  BillingProcessor,
  PendingChange,
  Subscription,
} from '../../../platform/payments/processor.ts'
import { addMonths } from '../../../shared/dates/datetime.ts'
import { carryOut } from './calls/call.ts'
import { changeTerms, previewChange, requireSubscription } from './changes/service.ts'
import type { StripeContext } from './context/context.ts'
import { changeCurrency, previewCurrencyChange } from './currency/service.ts'
import { MAX_INVOICES, toInvoice } from './invoices/rules.ts'
import { toState } from './mirror/rules.ts'
import { requireMirror } from './mirror/service.ts'
import { deleteMirror, findMirror, insertMirrors, type MirrorRow, updateMirror } from './mirror/store.ts'
import { MONTHS, PROVISION_TASK } from './provisioning/rules.ts'
import { queueEnd } from './provisioning/service.ts'

/** The processor whose subscriptions are at Stripe. Its errors contain no texts from Stripe. */
export function createStripeProcessor(context: StripeContext): BillingProcessor {
  return {
    async open(tx, partners, at) {
      // Until a subscription exists at Stripe, it is treated as if it had been created there.
      const rows = partners.map((partner) => ({ ...partner, periodEnd: addMonths(at, MONTHS[partner.terms.billing]) }))
      const opened = await insertMirrors(tx, rows, at)
      const jobs = opened.map((partnerId) => ({ payload: { partnerId }, key: `provision-${partnerId}`, priority: 0 }))
      if (jobs.length > 0) await addJobs(tx, PROVISION_TASK, jobs)
    },

    async get(db, partnerId) {
      const mirror = await findMirror(db, partnerId)
      return mirror && toSubscription(mirror)
    },

    apply(change, signal) {
      const apply = change.before.currency === change.after.currency ? changeTerms : changeCurrency
      return carryOut(context, (call) => apply(context, change, call), signal)
    },

    record: (tx, change, applied) => recordChange(context, tx, change, applied),

    preview: (wanted, signal) =>
      carryOut(
        context,
        async (call) => {
          const { currency } = await requireMirror(context.db, wanted.partnerId)
          const preview = wanted.terms.currency === currency ? previewChange : previewCurrencyChange
          return await preview(context, wanted, { call, signal })
        },
        signal,
      ),

    cancel: ({ partnerId }, signal) =>
      carryOut(
        context,
        async (call) => {
          const stripe = await context.stripe.client()
          const { subscription } = await requireSubscription(context, stripe, partnerId, signal)
          call.requireTime()
          call.isSent = true
          // Keys have no effect on DELETE, so look at the state first.
          const ended =
            subscription.status === 'canceled'
              ? subscription
              : await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
          await updateMirror(context.db, partnerId, toState(ended), { at: context.now() })
          return toSubscription(await requireMirror(context.db, partnerId))
        },
        signal,
      ),

    async close(tx, partnerId) {
      const subscriptionId = await deleteMirror(tx, partnerId)
      if (subscriptionId !== undefined) await queueEnd(tx, subscriptionId)
    },

    listInvoices: (partnerId, _at, signal) =>
      carryOut(
        context,
        async () => {
          const mirror = await findMirror(context.db, partnerId)
          const customer = mirror?.stripe_customer_id
          if (!customer) return []
          const stripe = await context.stripe.client()
          const invoices = await stripe.invoices
            .list({ customer, limit: 100 })
            .autoPagingToArray({ limit: MAX_INVOICES })
          return invoices.map((invoice, index) => toInvoice(invoice, invoices.length - index))
        },
        signal,
      ),
  }
}

async function recordChange(
  context: StripeContext,
  tx: Connection,
  change: PendingChange,
  applied: AppliedChange,
): Promise<void> {
  const { subscription } = applied
  const mirror = await findMirror(tx, change.partnerId)
  const {
    stripe_customer_id: customerId,
    stripe_subscription_id: subscriptionId,
    stripe_item_id: itemId,
  } = mirror ?? {}
  if (!customerId || !subscriptionId || !itemId) throw new Error(`the partner ${change.partnerId} is not provisioned`)
  const state = { ...subscription, customerId, subscriptionId, itemId, canceledAt: null }
  await updateMirror(tx, change.partnerId, state, { at: context.now() })
}

const toSubscription = (mirror: MirrorRow): Subscription => ({
  partnerId: mirror.partner_id,
  status: mirror.status,
  plan: mirror.plan,
  billing: mirror.billing,
  currency: mirror.currency,
  periodStart: mirror.period_start,
  periodEnd: mirror.period_end,
  hasOpenInvoices: mirror.has_open_invoices,
})
