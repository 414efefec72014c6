import type { App } from '../../../app.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { newId } from '../../../shared/ids.ts'
import type { Plan } from '../../../shared/plans.ts'
import { requireDistributor } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { createSubscriptionFor } from '../../billing/subscriptions/service.ts'
import { toPartnerEvent } from '../status/rules.ts'
import { claimPartnerQuota, insertPartners } from '../store.ts'

export interface ActivePartner {
  company: string
  email: string
  name: string
  plan: Plan
  distributorId?: string
}

/** Creates an active partner without keys, for the operator. */
export async function createActivePartner(app: App, author: Principal, input: ActivePartner): Promise<Actor> {
  const { company, email, name, plan, distributorId = null } = input
  const at = app.now()
  const id = newId('prt')
  const owner = { partnerId: id, distributorId }
  await app.db.transaction().execute(async (tx) => {
    if (distributorId !== null) {
      await requireDistributor(tx, distributorId)
      await claimPartnerQuota(tx, distributorId, 1)
    }
    const instants = { created_at: at, updated_at: at, activated_at: at }
    const row = {
      id,
      distributor_id: distributorId,
      company,
      email,
      name,
      plan,
      status: 'active' as const,
      ...instants,
    }
    await insertPartners(tx, [row])
    await createSubscriptionFor(tx, { partnerId: id, plan }, at)
    const event = { type: 'partner.activated' as const, data: toPartnerEvent(row, 'active', at) }
    await recordChanges(tx, author, at, [
      {
        action: 'partner.created',
        subject: id,
        owner,
        after: { company, email, name, plan, status: 'active' },
        ...(distributorId !== null && { event }),
      },
    ])
  })
  return { ...author, ...owner, plan, subscriptionStatus: 'active' }
}
