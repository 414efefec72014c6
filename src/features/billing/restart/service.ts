import type { App } from '../../../app.ts'
import type { Terms } from '../../../platform/payments/processor.ts'
import type { Principal } from '../../../shared/actor.ts'
import type { SubscriptionStatus } from '../../../shared/plans.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { lockPartner } from '../changes/pending/store.ts'
import { preferredProcessor, refusal } from '../rules.ts'
import { listBilledPartners } from '../subscriptions/store.ts'

const ENDED: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']

/**
 * Starts the subscription of a partner again after it has ended, for the operator: on the same terms, with a period that begins
 * now. What is at Stripe follows by a job, for the same customer with its card and credit. Throws NOT_FOUND, and
 * PLAN_CHANGE_FAILED unless it has ended.
 */
export async function startSubscriptionAgain(app: App, author: Principal, partnerId: string): Promise<Terms> {
  return await app.db.transaction().execute(async (tx) => {
    const owner = await lockPartner(tx, partnerId)
    const [partner] = await listBilledPartners(tx, [partnerId])
    const old = partner?.processor ? app.processors[partner.processor] : undefined
    if (!owner || !partner) throw new Problem('NOT_FOUND', { message: `Partner ${partnerId} not found.` })
    const at = app.now()
    const subscription = await old?.get(tx, partnerId, at)
    if (!old?.close || !subscription) throw refusal('This partner has no ended subscription to restart.')
    const { status, plan, billing, currency } = subscription
    if (!ENDED.includes(status))
      throw refusal(`The subscription is ${status}: only an ended subscription can be restarted.`)
    await old.close(tx, partnerId, at)
    const terms = { plan, billing, currency }
    const next = app.processors[preferredProcessor(app.processors, partner.processorBilling)] ?? old
    await next.open(tx, [{ partnerId, terms }], at)
    await recordChanges(tx, author, at, [
      { action: 'subscription.restarted', subject: partnerId, owner, before: { status }, after: terms },
    ])
    return terms
  })
}
