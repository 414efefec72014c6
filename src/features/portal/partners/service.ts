import type { ValidatedRows } from '../../../api.ts'
import type { App } from '../../../app.ts'
import type { DistributorActor } from '../../../shared/actor.ts'
import { monthOf } from '../../../shared/dates/month.ts'
import { requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { actForPartner } from '../../accounts/service.ts'
import type { AuditQuery } from '../../audit/schema.ts'
import { effectiveRunsLimit } from '../../billing/rules.ts'
import type { NewPartner } from '../../partners/schema.ts'
import type { AuditLog } from '../audit/schema.ts'
import { getAuditLog } from '../audit/service.ts'
import { overdueSince } from '../home/rules.ts'
import { shownMonths } from './rules.ts'
import type { PartnerShown, PartnersPreview, PartnersShown } from './schema.ts'
import { findKnownPartners, findPartnerRow, listPartnerRows, listRunMonths, type PartnerRow } from './store.ts'

/** All partners of a distributor with their usage, activation and last activity, newest first. */
export async function listPartnersShown(app: App, { distributorId }: DistributorActor): Promise<PartnersShown> {
  const now = app.now()
  const month = monthOf(now)
  const rows = await listPartnerRows(app.db, distributorId, month)
  return { month, partners: rows.map((row) => toShown(row, now)) }
}

/** One of the distributor's partners. Throws NOT_FOUND. */
export async function getPartnerShown(
  app: App,
  { distributorId }: DistributorActor,
  id: string,
): Promise<PartnerShown> {
  requireId('prt', id)
  const now = app.now()
  const [from = ''] = shownMonths(new Date(0), now)
  const [row, months] = await Promise.all([
    findPartnerRow(app.db, { distributorId, id, month: monthOf(now) }),
    listRunMonths(app.db, { distributorId, id, from }),
  ])
  if (!row) throw new Problem('NOT_FOUND', { message: 'Partner not found.' })
  const runsOf = new Map(months.map(({ month, runs }) => [month, runs]))
  const { name, currency, interval, activatedAt, suspendedAt } = row
  const { keys, people, queuedRuns, runningRuns, schedules } = row
  return {
    ...toShown(row, now),
    name,
    settlement: { currency, interval },
    billedBy: row.processorBilling ? 'service' : 'distributor',
    ...(activatedAt && { activatedAt }),
    ...(suspendedAt && { suspendedAt }),
    months: shownMonths(row.createdAt, now).map((month) => ({ month, runs: runsOf.get(month) ?? 0 })),
    inUse: { keys, people, queuedRuns, runningRuns, schedules },
  }
}

function toShown(row: PartnerRow, now: Date): PartnersShown['partners'][number] {
  const { id, company, email, plan, status, createdAt, customers, lastActivityAt, subscriptionStatus } = row
  const linkEndsAt = row.linkEndsAt && row.linkEndsAt > now ? row.linkEndsAt : undefined
  const isOverdue = createdAt <= overdueSince(now) && linkEndsAt === undefined
  return {
    id,
    company,
    email,
    plan,
    status,
    createdAt,
    runs: { used: row.runsUsed, limit: effectiveRunsLimit(plan, subscriptionStatus) },
    customers,
    ...(subscriptionStatus && { subscriptionStatus }),
    ...(lastActivityAt && { lastActivityAt }),
    ...(status === 'pending' && { activation: { ...(linkEndsAt && { linkEndsAt }), isOverdue } }),
  }
}

/** One page of the audit trail of one of the distributor's partners, in sentences. Throws NOT_FOUND. */
export async function listPartnerAudit(
  app: App,
  actor: DistributorActor,
  id: string,
  query: AuditQuery,
): Promise<AuditLog> {
  const { partnerId } = await actForPartner(app, actor, id)
  return await getAuditLog(app, { distributorId: actor.distributorId }, query, { partnerId })
}

/** What would happen if these rows were created. Changes nothing. */
export async function previewPartners(
  app: App,
  { distributorId }: DistributorActor,
  { good, errors }: ValidatedRows<NewPartner>,
): Promise<PartnersPreview> {
  const rows = good.map(({ index, input }) => ({
    index,
    company: input.company.trim().toLowerCase(),
    email: input.email.toLowerCase(),
  }))
  const { count, known } = await findKnownPartners(app.db, distributorId, {
    companies: rows.map(({ company }) => company),
    emails: rows.map(({ email }) => email),
  })
  return {
    room: Math.max(0, app.limits.partnersPerDistributor - count),
    errors,
    known: rows.flatMap(({ index, company, email }) => {
      const same = known.find((one) => one.company.toLowerCase() === company || one.email.toLowerCase() === email)
      return same ? [{ index, id: same.id, company: same.company, status: same.status }] : []
    }),
  }
}
