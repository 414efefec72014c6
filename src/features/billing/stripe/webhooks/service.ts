import type Stripe from 'stripe'
import type { App } from '../../../../app.ts'
import { deleteInBatches } from '../../../../platform/database/batches.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { addJobs } from '../../../../platform/jobs/queue.ts'
import type { StripeAccess } from '../../../../platform/payments/stripe-access.ts'
import { DAY_MS } from '../../../../shared/dates/time-units.ts'
import { type Fields, fields, text } from '../../../../shared/json.ts'
import { Problem } from '../../../../shared/problem.ts'
import { DISPUTE_TASK } from '../disputes/rules.ts'
import { effectOf, type HandledEvent, isHandled } from '../events/rules.ts'
import { CARD_TASK } from '../payment/rules.ts'
import { insertSyncJob } from '../sync/store.ts'
import { deleteStripeEventsBefore, insertStripeEvent } from './store.ts'

/** Stripe lists events for 30 days, so every repetition is recognized. */
const STORED_DAYS = 90

/**
 * Stores an event that Stripe sends and queues the work that follows from it, in one transaction. An event that was
 * stored before, or that is not used here, has no effect, nor does any event if no secret is set. Throws
 * INVALID_SIGNATURE.
 */
export async function submitEvent(app: App, body: Buffer, signature: string | undefined): Promise<void> {
  const { stripe } = app
  if (!stripe || stripe.webhookSecrets.length === 0) {
    app.metrics.stripeEvents.inc({ outcome: 'unconfigured' })
    return
  }
  const event = readEvent(await stripe.client(), stripe, { body, signature })
  if (!event) {
    app.metrics.stripeEvents.inc({ outcome: 'refused' })
    throw new Problem('INVALID_SIGNATURE')
  }
  await recordStripeEvent(app, event)
}

/** The event, if one of the secrets has signed it within the last five minutes. */
function readEvent(
  stripe: Stripe,
  { webhookSecrets }: StripeAccess,
  { body, signature = '' }: { body: Buffer; signature: string | undefined },
): Stripe.Event | undefined {
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch {
      // The next secret may be the right one.
    }
  }
  return undefined
}

/** Stores an event that is known to come from Stripe, as `submitEvent` does; false if it had no effect. */
export async function recordStripeEvent(app: App, event: Stripe.Event): Promise<boolean> {
  const { id, type, created, livemode } = event
  if (!isHandled(type) || livemode !== app.stripe?.isLive) {
    app.metrics.stripeEvents.inc({ outcome: 'ignored' })
    return false
  }
  const isNew = await app.db.transaction().execute(async (tx) => {
    const row = { id, type, createdAt: new Date(created * 1000), receivedAt: app.now() }
    const isFirst = await insertStripeEvent(tx, row)
    if (isFirst) await queueEffect(tx, type, fields(event.data.object))
    return isFirst
  })
  app.metrics.stripeEvents.inc({ outcome: isNew ? 'stored' : 'repeated' })
  if (isNew && type === 'charge.dispute.created') {
    const { id: disputeId, reason, amount, currency } = fields(event.data.object)
    app.metrics.stripeDisputes.inc()
    app.log.error(
      { event: 'billing.dispute.opened', disputeId, reason, amount, currency },
      'a payment is disputed: answer it in the dashboard of Stripe',
    )
  }
  return isNew
}

/** Only ids are taken from an event; the objects are read again. */
async function queueEffect(tx: Connection, type: HandledEvent, object: Fields): Promise<void> {
  const id = text(object.id)
  const customerId =
    type.startsWith('customer.') && !type.startsWith('customer.subscription.') ? id : text(object.customer)
  switch (effectOf(type)) {
    case 'sync':
      if (customerId !== undefined) await insertSyncJob(tx, { customerId })
      return
    case 'card':
      if (id !== undefined)
        await addJobs(tx, CARD_TASK, [{ payload: { sessionId: id }, key: `card-${id}`, priority: 0 }])
      return
    case 'dispute':
      if (id !== undefined)
        await addJobs(tx, DISPUTE_TASK, [{ payload: { disputeId: id }, key: `dispute-${id}`, priority: 0 }])
      return
    case 'none':
  }
}

/** Deletes events that are too old to arrive again. */
export async function deleteOldStripeEvents(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - STORED_DAYS * DAY_MS)
  await deleteInBatches((max) => deleteStripeEventsBefore(app.db, before, max))
}
