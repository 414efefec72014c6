import type { App } from '../../app.ts'
import type { DistributorActor, Principal } from '../../shared/actor.ts'
import { monthBounds, monthOf } from '../../shared/dates/month.ts'
import { isId, newId } from '../../shared/ids.ts'
import { Problem } from '../../shared/problem.ts'
import { recordChanges } from '../audit/service.ts'
import { endSessionsOf } from '../people/sessions/service.ts'
import type { DistributorAccount, DistributorUsage } from './schema.ts'
import {
  type DistributorRow,
  findDistributor,
  insertDistributor,
  listDistributorRows,
  listPartnerUsage,
  lockDistributor,
  updateDistributorStatus,
} from './store.ts'

/** Creates an active distributor without keys. */
export async function createDistributor(
  app: App,
  author: Principal,
  input: { company: string; email: string },
): Promise<{ id: string }> {
  const at = app.now()
  const id = newId('dist')
  await app.db.transaction().execute(async (tx) => {
    await insertDistributor(tx, { id, ...input, status: 'active', created_at: at, activated_at: at })
    await recordChanges(tx, author, at, [
      {
        action: 'distributor.created',
        subject: id,
        owner: { partnerId: null, distributorId: id },
        after: { ...input },
      },
    ])
  })
  return { id }
}

/** The distributor's own account with this month's usage. */
export async function getOwnDistributor(app: App, actor: DistributorActor): Promise<DistributorAccount> {
  const [account, usage] = await Promise.all([
    findDistributor(app.db, actor.distributorId),
    getUsage(app, actor, undefined),
  ])
  if (!account) throw new Problem('NOT_FOUND')
  const { month, totalPartners, totalRuns, totalCustomers } = usage
  return { ...account, partnersCount: totalPartners, usage: { month, totalRuns, totalCustomers } }
}

/** Usage of a month, by default the current one: a past month as of its end, a future one empty. */
export async function getUsage(
  app: App,
  actor: DistributorActor,
  asked: string | undefined,
): Promise<DistributorUsage> {
  const now = app.now()
  const month = asked ?? monthOf(now)
  const { from, until } = monthBounds(month)
  // Include rows of the current millisecond.
  const at = until <= now ? until : new Date(now.getTime() + 1)
  const partners = from > now ? [] : await listPartnerUsage(app.db, actor.distributorId, month, at)
  return {
    month,
    totalPartners: partners.length,
    activePartners: partners.filter(({ active }) => active).length,
    totalCustomers: partners.reduce((sum, { customers }) => sum + customers, 0),
    totalRuns: partners.reduce((sum, { runs }) => sum + runs, 0),
    byPartner: partners.map(({ active: _, ...partner }) => partner),
  }
}

/** A distributor as the operator sees it. */
export interface DistributorItem {
  id: string
  company: string
  email: string
  status: DistributorRow['status']
  createdAt: Date
}

/** Every distributor, newest first. */
export async function listDistributors(app: App): Promise<DistributorItem[]> {
  const rows = await listDistributorRows(app.db)
  return rows.map(({ id, company, email, status, created_at: createdAt }) => ({
    id,
    company,
    email,
    status,
    createdAt,
  }))
}

/**
 * Suspends a distributor: its keys stay but get DISTRIBUTOR_INACTIVE, its people are signed out, and its partners are not affected. Does nothing for one
 * that is suspended already. Returns when it was suspended.
 */
export async function suspendDistributor(app: App, author: Principal, id: string): Promise<Date> {
  return await changeStatus(app, author, id, 'suspended')
}

/** Activates a suspended distributor; its keys work again. Returns since when it is active. */
export async function activateDistributor(app: App, author: Principal, id: string): Promise<Date> {
  return await changeStatus(app, author, id, 'active')
}

async function changeStatus(app: App, author: Principal, id: string, status: 'active' | 'suspended'): Promise<Date> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const row = isId('dist', id) ? await lockDistributor(tx, id) : undefined
    if (!row) throw new Problem('NOT_FOUND', { message: `Distributor ${id.slice(0, 50)} not found.` })
    if (row.status === status) return (status === 'active' ? row.activated_at : row.suspended_at) ?? row.created_at
    await updateDistributorStatus(tx, id, status, at)
    if (status === 'suspended') await endSessionsOf(tx, { distributorId: id })
    await recordChanges(tx, author, at, [
      {
        action: status === 'active' ? 'distributor.activated' : 'distributor.suspended',
        subject: id,
        owner: { partnerId: null, distributorId: id },
        before: { status: row.status },
        after: { status },
      },
    ])
    return at
  })
}
