import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { type Change, recordChanges } from '../../../audit/service.ts'
import { lockPartner, updatePartnerPlan } from '../../changes/pending/store.ts'
import { BY_STRIPE, type StripeContext } from '../context/context.ts'
import { type DunningMail, type InvoiceState, mailsAfter, mailsFor } from '../dunning/rules.ts'
import { isMissing } from '../failures/failures.ts'
import { idOf, instantOf, type StripeState, toState, UnreadableSubscription } from '../mirror/rules.ts'
import {
  claimSync,
  findMirror,
  findPartnerOfCustomer,
  hasPendingChange,
  lockMirror,
  type MirrorRow,
  releaseSync,
  updateMirror,
} from '../mirror/store.ts'
import { SYNC_LEASE_MS, SYNC_PAUSE_S } from './rules.ts'
import { insertSyncJob } from './store.ts'

/** `busy`: another reading, or a change of the plan, is under way, so this one has to be repeated. */
export type SyncOutcome = 'changed' | 'unchanged' | 'busy' | 'absent'

/**
 * Copies the partner's subscription from Stripe. It takes the lease first and reads then, and writes only if it still has the
 * lease, so that an older state never replaces a newer one. Only what changed in the mirror has effects: audit, limit, mail.
 * `toConfirm` is an invoice whose payment the bank wants confirmed. Throws UnreadableSubscription, and the errors of the
 * `stripe` package.
 */
export async function reconcileSubscription(
  context: StripeContext,
  partnerId: string,
  toConfirm?: string,
): Promise<SyncOutcome> {
  const mirror = await findMirror(context.db, partnerId)
  if (!mirror?.stripe_subscription_id || !mirror.stripe_customer_id) return 'absent'
  const lease = randomUUID()
  const at = context.now()
  if (!(await claimSync(context.db, partnerId, { lease, at, until: new Date(at.getTime() + SYNC_LEASE_MS) })))
    return 'busy'
  try {
    const stripe = await context.stripe.client()
    const { stripe_subscription_id: id, stripe_customer_id: customer } = mirror
    const [subscription, { data: open }] = await Promise.all([
      stripe.subscriptions.retrieve(id).catch((error: unknown) => {
        throw isMissing(error) ? new UnreadableSubscription(id, 'does not exist') : error
      }),
      // Of the customer: an earlier subscription, in another currency, may have left one.
      stripe.invoices.list({ customer, status: 'open', limit: MAX_OPEN }),
    ])
    return await recordState(context, { partnerId, lease, toConfirm }, { subscription, open })
  } finally {
    await releaseSync(context.db, partnerId, lease)
  }
}

/** Open invoices that are looked at. */
const MAX_OPEN = 20

/** In one transaction: the mirror, the plan, the audit row and the notices of what differs. */
async function recordState(
  context: StripeContext,
  { partnerId, lease, toConfirm }: { partnerId: string; lease: string; toConfirm: string | undefined },
  { subscription, open }: { subscription: Stripe.Subscription; open: readonly Stripe.Invoice[] },
): Promise<SyncOutcome> {
  const state = toState(subscription)
  // The oldest one of the subscription is that for which the status is as it is.
  const own = open.filter((invoice) => subscriptionOf(invoice) === subscription.id)
  const invoice = open.find(({ id }) => id === toConfirm) ?? own.at(-1)
  return await context.db.transaction().execute(async (tx) => {
    const owner = await lockPartner(tx, partnerId)
    const before = await lockMirror(tx, partnerId)
    if (!owner || !before) return 'absent'
    if (before.sync_lease !== lease || (await hasPendingChange(tx, partnerId))) return 'busy'
    const at = context.now()
    const due = mailsFor(state.status, invoice && toInvoiceState(invoice), toConfirm)
    const dunningMails = mailsAfter(state.status, before.dunning_mails, due)
    const hasOpenInvoices = open.length > 0
    await updateMirror(tx, partnerId, state, { at, hasOpenInvoices, dunningMails })
    if (before.plan !== state.plan) await updatePartnerPlan(tx, partnerId, state.plan, at)
    const isChanged = AUDITED.some((field) => before[field] !== state[field])
    const fresh = due.filter((mail) => !before.dunning_mails.includes(mail))
    const changes: Change[] = [
      ...(isChanged
        ? [
            {
              action: 'subscription.changed',
              subject: partnerId,
              owner,
              before: auditOf(before),
              after: auditOf(state),
            },
          ]
        : []),
      ...fresh.map((mail) => toNotification(mail, { partnerId, invoice, owner })),
    ]
    await recordChanges(tx, BY_STRIPE, at, changes)
    return isChanged || fresh.length > 0 ? 'changed' : 'unchanged'
  })
}

/** A renewal moves the period alone: that is not worth an audit row. */
const AUDITED = ['status', 'plan', 'billing', 'currency'] as const

const auditOf = ({ status, plan, billing, currency }: Pick<MirrorRow | StripeState, (typeof AUDITED)[number]>) => ({
  status,
  plan,
  billing,
  currency,
})

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const reference = parent?.subscription_details?.subscription
  return reference && idOf(reference)
}

const toInvoiceState = ({ id, attempt_count: attempts, next_payment_attempt: next }: Stripe.Invoice): InvoiceState => ({
  id: id ?? '',
  attempts,
  nextAttemptAt: next === null ? undefined : instantOf(next),
})

/** A payment mail with its audit row. */
function toNotification(
  mail: DunningMail,
  {
    partnerId,
    invoice,
    owner,
  }: {
    partnerId: string
    invoice: Stripe.Invoice | undefined
    owner: { partnerId: string; distributorId: string | null }
  },
): Change {
  const {
    hosted_invoice_url: url,
    amount_remaining: amount = 0,
    currency = '',
    next_payment_attempt: next,
  } = invoice ?? {}
  return {
    action: 'subscription.payment_problem',
    subject: partnerId,
    owner,
    after: { problem: mail, ...(invoice?.id !== undefined && { invoice: invoice.id }) },
    notice: {
      kind: 'payment-problem',
      partnerId,
      problem: mail,
      amount,
      currency,
      isByCard: invoice?.collection_method === 'charge_automatically',
      ...(url !== null && url !== undefined && { url }),
      ...(next !== null && next !== undefined && { nextAttemptAt: instantOf(next).toISOString() }),
    },
  }
}

/**
 * Copies the subscription of a customer at Stripe, and queues another reading if this one was not possible now. Customers
 * that are not ours are ignored: the account may have other products. One that cannot be copied is logged.
 */
export async function reconcileCustomer(context: StripeContext, customerId: string, toConfirm?: string): Promise<void> {
  const partnerId = await findPartnerOfCustomer(context.db, customerId)
  if (partnerId === undefined) {
    context.log.debug(
      { event: 'billing.stripe.unknown-customer', customerId },
      'an event is about a customer that is not ours',
    )
    return
  }
  const outcome = await reconcileSubscription(context, partnerId, toConfirm).catch((error: unknown) => {
    if (!(error instanceof UnreadableSubscription)) throw error
    context.log.error(
      { event: 'billing.stripe.unreadable', error, partnerId },
      'a subscription at Stripe cannot be copied',
    )
    return undefined
  })
  if (outcome === 'busy') {
    await insertSyncJob(context.db, { customerId, invoiceId: toConfirm, delayS: SYNC_PAUSE_S })
  }
}
