import type { App } from '../../../app.ts'
import type { DistributorActor } from '../../../shared/actor.ts'
import { addMonths } from '../../../shared/dates/datetime.ts'
import { monthBounds, monthOf } from '../../../shared/dates/month.ts'
import { toCsv } from '../../../shared/files/csv.ts'
import { attachmentDisposition } from '../../../shared/http/content-disposition.ts'
import { customersLimit } from '../../../shared/plans.ts'
import { filterUsage } from '../../../shared/portal/partners-usage-filter.ts'
import { effectiveRunsLimit } from '../../billing/rules.ts'
import { getUsage } from '../../distributors/service.ts'
import { forecastRuns } from '../home/rules.ts'
import { listPartnerRows, type PartnerRow } from '../partners/store.ts'
import { readMonth, shownMonths } from '../usage/rules.ts'
import type { PartnersUsage, PartnersUsageFileQuery, PartnersUsageQuery, PartnerUsageRow } from './schema.ts'
import { listPartnersMonths } from './store.ts'

/** What the partners of a distributor used of their plans in a month. INVALID_FIELD for a month that has not begun or is none. */
export async function getPartnersUsage(
  app: App,
  actor: DistributorActor,
  query: PartnersUsageQuery,
): Promise<PartnersUsage> {
  const now = app.now()
  const month = readMonth(query.month, now)
  const before = monthOf(addMonths(monthBounds(month).from, -1))
  const { distributorId } = actor
  const [used, usedBefore, rows, known] = await Promise.all([
    getUsage(app, actor, month),
    getUsage(app, actor, before),
    listPartnerRows(app.db, distributorId, month),
    listPartnersMonths(app.db, distributorId, monthOf(addMonths(now, -12))),
  ])
  const isCurrent = month === monthOf(now)
  // They are listed newest first.
  const first = rows.at(-1)
  const runsBefore = new Map(usedBefore.byPartner.map(({ partnerId, runs }) => [partnerId, runs]))
  const runsOf = new Map(known.map((each) => [each.month, each.runs]))
  const partners = new Map(rows.map((row) => [row.id, row]))
  return {
    month,
    isCurrent,
    months: shownMonths(first?.createdAt ?? now, now).map((each) => ({ month: each, runs: runsOf.get(each) ?? 0 })),
    partners: used.byPartner.flatMap(({ partnerId, company, runs, customers }): PartnerUsageRow[] => {
      const row = partners.get(partnerId)
      if (!row) return []
      const { plan, status } = row
      const counts = { runs, runsBefore: runsBefore.get(partnerId) ?? 0, customers }
      return [{ partnerId, company, plan, status, ...counts, ...(isCurrent && againstPlan(row, runs, now)) }]
    }),
  }
}

function againstPlan(
  { plan, subscriptionStatus, createdAt }: PartnerRow,
  used: number,
  now: Date,
): Pick<PartnerUsageRow, 'limit' | 'customersLimit' | 'forecast' | 'limitReachedAt'> {
  const limit = effectiveRunsLimit(plan, subscriptionStatus)
  const { forecast } = forecastRuns({ used, limit, days: [] }, { createdAt, now })
  return {
    limit,
    customersLimit: customersLimit(plan),
    ...(forecast && { forecast: forecast.runs }),
    ...(forecast?.limitReachedAt && { limitReachedAt: forecast.limitReachedAt }),
  }
}

const COLUMNS = [
  'Partner',
  'Partner id',
  'State',
  'Plan',
  'Runs',
  'Runs of the plan',
  'Runs in the month before',
  'Forecast',
  'Limit reached on',
  'Customers',
  'Customers of the plan',
]

/** Like `getPartnersUsage`, as CSV, of the partners that match. */
export async function renderPartnersUsage(
  app: App,
  actor: DistributorActor,
  { month: wanted, ...filter }: PartnersUsageFileQuery,
): Promise<{ body: string; disposition: string }> {
  const { month, partners } = await getPartnersUsage(app, actor, { ...(wanted !== undefined && { month: wanted }) })
  const shown = filterUsage(
    partners.map((row) => ({ ...row, reachesLimit: row.limitReachedAt !== undefined })),
    filter,
  )
  const name = `Usage-${month}.csv`
  return { body: toCsv([COLUMNS, ...shown.map(toLine)]), disposition: attachmentDisposition(name, name) }
}

const toLine = (row: PartnerUsageRow) => [
  row.company,
  row.partnerId,
  row.status,
  row.plan,
  row.runs,
  row.limit === undefined || row.limit >= 0 ? row.limit : 'unlimited',
  row.runsBefore,
  row.forecast,
  row.limitReachedAt?.toISOString().slice(0, 10),
  row.customers,
  row.customersLimit,
]
