import type { App } from '../../../app.ts'
import type { Actor, DistributorActor } from '../../../shared/actor.ts'
import { monthBounds, monthOf } from '../../../shared/dates/month.ts'
import { Problem } from '../../../shared/problem.ts'
import { getOwnAccount } from '../../accounts/service.ts'
import { effectiveRunsLimit } from '../../billing/rules.ts'
import { customersMaxOf } from '../../customers/service.ts'
import { getOwnDistributor } from '../../distributors/service.ts'
import { findFailing } from '../../webhooks/health/service.ts'
import type { WebhookAccount } from '../../webhooks/rules.ts'
import { exceptionsEndingBy, failedRunsSince, forecastRuns, overdueSince } from './rules.ts'
import type { DistributorHome, PartnerHome } from './schema.ts'
import {
  type AttentionRow,
  countPartners,
  findDistributorSteps,
  findEndingExceptions,
  findFailedRuns,
  findMissingApprovals,
  findOverdueActivations,
  findPartnerSteps,
  listPartnersRunDays,
  listRunDays,
} from './store.ts'

/** What a partner's people see first: usage against the plan, the steps to the first report, and what needs attention. */
export async function getPartnerHome(app: App, actor: Actor): Promise<PartnerHome> {
  const { partnerId, distributorId, plan, subscriptionStatus } = actor
  const now = app.now()
  const account: WebhookAccount = { kind: 'partner', id: partnerId, owner: { partnerId, distributorId } }
  const [{ usage }, days, steps, failed, unapproved, ending, webhooks] = await Promise.all([
    getOwnAccount(app, actor),
    listRunDays(app.db, partnerId, monthBounds(monthOf(now))),
    findPartnerSteps(app.db, partnerId),
    findFailedRuns(app.db, partnerId, failedRunsSince(now)),
    findMissingApprovals(app.db, partnerId),
    findEndingExceptions(app.db, partnerId, { now, by: exceptionsEndingBy(now) }),
    findFailing(app, account),
  ])
  if (!steps) throw new Problem('NOT_FOUND')
  const { createdAt, ...done } = steps
  const counted = { used: usage.runsUsed, limit: effectiveRunsLimit(plan, subscriptionStatus), days }
  return {
    month: usage.month,
    runs: forecastRuns(counted, { createdAt, now }),
    customers: { count: usage.customersCount, limit: customersMaxOf(app, actor) },
    checklist: (['customer', 'consent', 'run', 'key', 'webhook'] as const).map((id) => ({ id, done: done[id] })),
    attention: [
      ...toAttention('run-failed', 'customerId', failed),
      ...toAttention('consent-missing', 'customerId', unapproved),
      ...toAttention('exception-ending', 'customerId', ending),
      ...toAttention('webhook-failing', 'customerId', webhooks),
    ],
  }
}

/** Like `getPartnerHome`, for a distributor: its partners and what they used of the month together. */
export async function getDistributorHome(app: App, actor: DistributorActor): Promise<DistributorHome> {
  const { distributorId } = actor
  const now = app.now()
  const account: WebhookAccount = {
    kind: 'distributor',
    id: distributorId,
    owner: { partnerId: null, distributorId },
  }
  const [{ usage }, days, steps, counts, overdue, webhooks] = await Promise.all([
    getOwnDistributor(app, actor),
    listPartnersRunDays(app.db, distributorId, monthBounds(monthOf(now))),
    findDistributorSteps(app.db, distributorId),
    countPartners(app.db, distributorId),
    findOverdueActivations(app.db, distributorId, { now, before: overdueSince(now) }),
    findFailing(app, account),
  ])
  if (!steps) throw new Problem('NOT_FOUND')
  const { createdAt, ...done } = steps
  const partners = { active: 0, pending: 0, suspended: 0 }
  for (const { status, n } of counts) partners[status] = n
  return {
    month: usage.month,
    runs: forecastRuns({ used: usage.totalRuns, limit: -1, days }, { createdAt, now }),
    customers: { count: usage.totalCustomers },
    partners,
    checklist: (['partner', 'key', 'webhook'] as const).map((id) => ({ id, done: done[id] })),
    attention: [
      ...toAttention('activation-overdue', 'partnerId', overdue),
      ...toAttention('webhook-failing', 'partnerId', webhooks),
    ],
  }
}

function toAttention<K extends string>(
  kind: K,
  subject: 'customerId' | 'partnerId',
  { count, since, subjectId = null, name = null }: AttentionRow,
) {
  if (count === 0 || since === null) return []
  return [{ kind, count, since, ...(subjectId !== null && { [subject]: subjectId }), ...(name !== null && { name }) }]
}
