import type { Connection } from '../../../../platform/database/database.ts'
import { addJobs } from '../../../../platform/jobs/queue.ts'
import { findContact } from '../../../accounts/service.ts'
import type { StripeContext } from '../context/context.ts'
import { findMirror } from '../mirror/store.ts'
import { CONTACT_TASK } from './rules.ts'

/**
 * Queues the copy of a partner's company and address to Stripe, in the transaction that changes them, so that Stripe
 * never delays or prevents the change. A partner that Stripe does not bill needs nothing.
 */
export async function queueContact(tx: Connection, partnerIds: readonly string[]): Promise<void> {
  const jobs = partnerIds.map((partnerId) => ({ payload: { partnerId }, key: `contact-${partnerId}`, priority: 0 }))
  if (jobs.length > 0) await addJobs(tx, CONTACT_TASK, jobs)
}

/** Writes company and address to the partner's customer at Stripe. Repeating it changes nothing. */
export async function changeContact(context: StripeContext, partnerId: string): Promise<void> {
  const [mirror, contact] = await Promise.all([findMirror(context.db, partnerId), findContact(context, partnerId)])
  // One that does not exist there yet is created with them.
  if (!mirror?.stripe_customer_id || !contact) return
  const stripe = await context.stripe.client()
  await stripe.customers.update(mirror.stripe_customer_id, { name: contact.company, email: contact.email })
}
