import type { App } from '../../app.ts'
import type { DistributorActor } from '../../ground/actor.ts'
import { monthBounds, monthOf } from '../../ground/month.ts'
import { Problem } from '../../ground/problem.ts'
import type { DistributorAccount, DistributorUsage } from './schema.ts'
import { findDistributor, listPartnerUsage } from './store.ts'

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

/** Usage of a month, by default the current one: a past month as it ended, a future one with nothing in it. */
export async function getUsage(
  app: App,
  actor: DistributorActor,
  asked: string | undefined,
): Promise<DistributorUsage> {
  const now = app.now()
  const month = asked ?? monthOf(now)
  const { from, until } = monthBounds(month)
  // Rows made in this very millisecond count as there.
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
