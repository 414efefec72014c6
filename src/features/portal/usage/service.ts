import type { App } from '../../../app.ts'
import type { Actor } from '../../../shared/actor.ts'
import { addMonths } from '../../../shared/dates/datetime.ts'
import { monthBounds, monthOf } from '../../../shared/dates/month.ts'
import { Problem } from '../../../shared/problem.ts'
import { effectiveRunsLimit } from '../../billing/rules.ts'
import { forecastRuns } from '../home/rules.ts'
import { listRunDays } from '../home/store.ts'
import { readMonth, shownMonths } from './rules.ts'
import type { PartnerUsage, PartnerUsageQuery } from './schema.ts'
import { listCustomerRuns, listMonths } from './store.ts'

/** Customers that are listed. */
const MAX_CUSTOMERS = 100

/** What a partner used of its plan in a month, day by day and by customer, and in the months before. */
export async function getPartnerUsage(
  app: App,
  { partnerId, plan, subscriptionStatus }: Actor,
  query: PartnerUsageQuery,
): Promise<PartnerUsage> {
  const now = app.now()
  const month = readMonth(query.month, now)
  const oldest = [month, monthOf(addMonths(now, -12))].toSorted()[0] ?? month
  const [days, customers, known] = await Promise.all([
    listRunDays(app.db, partnerId, monthBounds(month)),
    listCustomerRuns(app.db, partnerId, monthBounds(month), MAX_CUSTOMERS),
    listMonths(app.db, partnerId, oldest),
  ])
  const [account] = known
  if (!account) throw new Problem('NOT_FOUND')
  const runsIn = (month: string): number => known.find((row) => row.month === month)?.runs ?? 0
  const isCurrent = month === monthOf(now)
  const counted = { used: runsIn(month), limit: effectiveRunsLimit(plan, subscriptionStatus), days }
  const counts = days.reduce((sum, { runs }) => sum + runs, 0)
  return {
    month,
    isCurrent,
    runs: isCurrent ? forecastRuns(counted, { createdAt: account.createdAt, now }) : counted,
    months: shownMonths(account.createdAt, now).map((each) => ({ month: each, runs: runsIn(each) })),
    customers: customers.map(({ total: _, ...customer }) => customer),
    customersCount: customers[0]?.total ?? 0,
    runsOfDeleted: Math.max(0, counted.used - counts),
  }
}
