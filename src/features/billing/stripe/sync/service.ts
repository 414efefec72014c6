import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { type Change, recordChanges } from '../../../audit/service.ts'
import { lockPartner, updatePartnerPlan } from '../../changes/pending/store.ts'
import { BY_STRIPE, type StripeContext } from '../context/context.ts'
import {
  type DunningMail,
  type InvoiceState,
  mailsAfter,
  mailsFor,
  type Prospect,
  prospectOf,
} from '../dunning/rules.ts'
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
 * Throws UnreadableSubscription, and the errors of the `stripe` package.
 */
export async function reconcileSubscription(context: StripeContext, partnerId: string): Promise<SyncOutcome> {
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
    const owed = await findOwed(stripe, subscription, open)
    return await recordState(context, { partnerId, lease }, { subscription, owed })
  } finally {
    await releaseSync(context.db, partnerId, lease)
  }
}

/** Open invoices that are looked at. */
const MAX_OPEN = 20

/** An open invoice, and what matters of it. */
interface Owed {
  invoice: Stripe.Invoice
  state: InvoiceState
}

/**
 * The open invoice that matters: the oldest one of the subscription, which explains its status; otherwise one of an
 * earlier subscription.
 */
async function findOwed(
  stripe: Stripe,
  { id }: Stripe.Subscription,
  open: readonly Stripe.Invoice[],
): Promise<Owed | undefined> {
  const own = open.filter((invoice) => subscriptionOf(invoice) === id).at(-1)
  const invoice = own ?? open.at(-1)
  if (!invoice) return undefined
  const isByCard = invoice.collection_method === 'charge_automatically'
  const mustConfirm = isByCard && (await isToConfirm(stripe, invoice))
  return { invoice, state: toInvoiceState(invoice, { isOwn: own !== undefined, isByCard, mustConfirm }) }
}

/** Whether the bank wants the payment of an invoice confirmed: its payment says so, whichever event arrived. */
async function isToConfirm(stripe: Stripe, { id: invoice }: Stripe.Invoice): Promise<boolean> {
  if (invoice === undefined) return false
  const expand = ['data.payment.payment_intent']
  const { data } = await stripe.invoicePayments.list({ invoice, limit: MAX_OPEN, expand })
  return data.some(({ payment: { payment_intent: intent } }) => {
    return typeof intent === 'object' && intent.status === 'requires_action'
  })
}

/** In one transaction: the mirror, the plan, the audit row and the notices of what differs. */
async function recordState(
  context: StripeContext,
  { partnerId, lease }: { partnerId: string; lease: string },
  { subscription, owed }: { subscription: Stripe.Subscription; owed: Owed | undefined },
): Promise<SyncOutcome> {
  const state = toState(subscription)
  return await context.db.transaction().execute(async (tx) => {
    const owner = await lockPartner(tx, partnerId)
    const before = await lockMirror(tx, partnerId)
    if (!owner || !before) return 'absent'
    if (before.sync_lease !== lease || (await hasPendingChange(tx, partnerId))) return 'busy'
    const at = context.now()
    const due = mailsFor(state.status, owed?.state)
    const prospect = prospectOf(state.status, owed?.state)
    const dunningMails = mailsAfter(state.status, before.dunning_mails, due)
    await updateMirror(tx, partnerId, state, { at, payments: { isOwing: owed !== undefined, dunningMails, prospect } })
    if (before.plan !== state.plan) await updatePartnerPlan(tx, partnerId, state.plan, at)
    const isChanged = AUDITED.some((field) => before[field] !== state[field])
    const fresh = due.filter((mail) => !before.dunning_mails.includes(mail))
    const changes: Change[] = [
      ...(isChanged
        ? [
            {
              action: 'subscription.changed' as const,
              subject: partnerId,
              owner,
              before: auditOf(before),
              after: auditOf(state),
            },
          ]
        : []),
      ...fresh.map((mail) => toNotification(mail, { partnerId, invoice: owed?.invoice, prospect, owner })),
    ]
    await recordChanges(tx, BY_STRIPE, at, changes)
    return isChanged || fresh.length > 0 ? 'changed' : 'unchanged'
  })
}

/** A renewal changes only the period, which is not worth an audit row. */
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

function toInvoiceState(
  { attempt_count: attempts, next_payment_attempt: next, due_date: due, status_transitions: was }: Stripe.Invoice,
  known: Pick<InvoiceState, 'isOwn' | 'isByCard' | 'mustConfirm'>,
): InvoiceState {
  const toInstant = (seconds: number | null) => (seconds === null ? undefined : instantOf(seconds))
  return {
    ...known,
    attempts,
    finalizedAt: toInstant(was.finalized_at),
    dueAt: toInstant(due),
    nextAttemptAt: toInstant(next),
  }
}

/** A payment mail with its audit row. */
function toNotification(
  mail: DunningMail,
  {
    partnerId,
    invoice,
    prospect: { nextAttemptAt, stopsAt },
    owner,
  }: {
    partnerId: string
    invoice: Stripe.Invoice | undefined
    prospect: Prospect
    owner: { partnerId: string; distributorId: string | null }
  },
): Change {
  const { hosted_invoice_url: url, amount_remaining: amount = 0, currency = '' } = invoice ?? {}
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
      ...(nextAttemptAt !== null && { nextAttemptAt: nextAttemptAt.toISOString() }),
      ...(stopsAt !== null && { stopsAt: stopsAt.toISOString() }),
    },
  }
}

/**
 * Copies the subscription of a customer at Stripe, and queues another reading if this one was not possible now. Customers
 * that are not ours are ignored: the account may have other products. One that cannot be copied is logged.
 */
export async function reconcileCustomer(context: StripeContext, customerId: string): Promise<void> {
  const partnerId = await findPartnerOfCustomer(context.db, customerId)
  if (partnerId === undefined) {
    context.log.debug(
      { event: 'billing.stripe.unknown-customer', customerId },
      'an event is about a customer that is not ours',
    )
    return
  }
  const outcome = await reconcileSubscription(context, partnerId).catch((error: unknown) => {
    if (!(error instanceof UnreadableSubscription)) throw error
    context.log.error(
      { event: 'billing.stripe.unreadable', error, partnerId },
      'a subscription at Stripe cannot be copied',
    )
    return undefined
  })
  if (outcome === 'busy') await insertSyncJob(context.db, { customerId, delayS: SYNC_PAUSE_S })
}
