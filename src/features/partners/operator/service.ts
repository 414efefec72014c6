import type { App } from '../../../app.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { newId } from '../../../shared/ids.ts'
import type { Plan } from '../../../shared/plans.ts'
import { Problem } from '../../../shared/problem.ts'
import { requireDistributor } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { queueContact } from '../../billing/stripe/contacts/service.ts'
import { createSubscriptions } from '../../billing/subscriptions/service.ts'
import { toPartnerEvent } from '../status/rules.ts'
import type { PartnerRow } from '../status/store.ts'
import { claimPartnerQuota, insertPartners, listAllPartners, lockContact, updateContact } from '../store.ts'

export interface ActivePartner {
  company: string
  email: string
  name: string
  plan: Plan
  distributorId?: string
}

/** A partner as the operator sees it. */
export interface PartnerItem {
  id: string
  company: string
  email: string
  plan: Plan
  status: PartnerRow['status']
  /** Absent if it has none. */
  distributorId?: string
  createdAt: Date
}

/** Every partner, newest first, for the operator. */
export async function listPartners(app: App): Promise<PartnerItem[]> {
  const rows = await listAllPartners(app.db)
  return rows.map(({ id, company, email, plan, status, distributor_id, created_at: createdAt }) => ({
    id,
    company,
    email,
    plan,
    status,
    ...(distributor_id !== null && { distributorId: distributor_id }),
    createdAt,
  }))
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
    await createSubscriptions(app, tx, [{ partnerId: id, plan }], at)
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

/**
 * Changes the company or address of a partner, for the operator. What its invoices say follows by a job. Throws NOT_FOUND.
 */
export async function changePartnerContact(
  app: App,
  author: Principal,
  partnerId: string,
  changed: { company?: string; email?: string },
): Promise<{ company: string; email: string }> {
  return await app.db.transaction().execute(async (tx) => {
    const found = await lockContact(tx, partnerId)
    if (!found) throw new Problem('NOT_FOUND', { message: `Partner ${partnerId.slice(0, 50)} not found.` })
    const { distributorId, ...before } = found
    const after = { ...before, ...changed }
    if (after.company === before.company && after.email === before.email) return after
    const at = app.now()
    await updateContact(tx, partnerId, after, at)
    await queueContact(tx, [partnerId])
    const owner = { partnerId, distributorId }
    await recordChanges(tx, author, at, [{ action: 'partner.updated', subject: partnerId, owner, before, after }])
    return after
  })
}
