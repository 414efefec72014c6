import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { newId } from '../../../shared/ids.ts'
import { toNumber } from '../../../shared/money/amounts.ts'
import { SETTLEMENT_CURRENCIES, type SettlementInterval } from '../../../shared/money/prices.ts'
import { type Change, recordChanges } from '../../audit/service.ts'
import { getUsage } from '../../distributors/service.ts'
import { dayAfter, dayOf, firstOpenDay, monthsOf, type Period, periodOf } from '../rules.ts'
import { type Line, linesOf, sumUp } from './lines.ts'
import {
  findLastClosedDay,
  findLastNumber,
  insertClosing,
  insertStatement,
  listDueDistributors,
  listOpenAdjustments,
  listPartnerHistories,
  listShares,
  lockDistributor,
  type NewStatement,
} from './store.ts'

/** The distributors with a period of this interval that has ended and is not closed. */
export const listDue = (app: App, interval: SettlementInterval): Promise<string[]> =>
  listDueDistributors(app.db, interval, firstOpenDay(interval, app.now()))

/** A period that is closed, with the ids of its statements. */
export interface Closed {
  distributorId: string
  period: string
  statementIds: string[]
}

/**
 * Closes the distributor's oldest period that is due, in one transaction: its statements, one for each currency, with audit
 * rows and mails. The lock on the distributor serializes parallel calls, so a period is closed once. Undefined if none is due.
 */
export async function createStatements(
  app: App,
  author: Principal,
  distributorId: string,
  interval: SettlementInterval,
): Promise<Closed | undefined> {
  return await app.db.transaction().execute(async (tx) => {
    const distributor = await lockDistributor(tx, distributorId)
    if (!distributor) return undefined
    const at = app.now()
    const closed = await findLastClosedDay(tx, distributorId, interval)
    const period = periodOf(interval, closed === undefined ? dayOf(distributor.createdAt) : dayAfter(closed))
    if (period.firstDay >= firstOpenDay(interval, at)) return undefined
    await insertClosing(tx, distributorId, period, at)
    const statements = await composeStatements(app, tx, distributor, period, at)
    for (const statement of statements) await insertStatement(tx, statement)
    await recordChanges(tx, author, at, statements.map(toChange))
    return { distributorId, period: period.name, statementIds: statements.map(({ statement }) => statement.id) }
  })
}

interface StatedLine extends Line {
  partnerId: string
  company: string
}

async function composeStatements(
  app: App,
  tx: Connection,
  distributor: { id: string; company: string },
  period: Period,
  at: Date,
): Promise<NewStatement[]> {
  const shares = await listShares(tx, distributor.id)
  const histories = await listPartnerHistories(tx, distributor.id, period)
  const lines: StatedLine[] = histories.flatMap(({ changes, ...partner }) =>
    linesOf(period, changes, shares).map((line) => ({ ...partner, ...line })),
  )
  const end = new Date(`${dayAfter(period.lastDay)}T00:00:00.000Z`)
  const adjustments = await listOpenAdjustments(tx, distributor.id, period.interval, end)
  const usage = lines.length > 0 ? await sumUsage(app, tx, distributor.id, period) : new Map<string, Usage>()
  /** A partner that changed its currency is in several statements; what it used is in that of its last day. */
  const lastCurrency = new Map(lines.map((line) => [line.partnerId, line.currency]))
  let number = await findLastNumber(tx, distributor.id)
  return SETTLEMENT_CURRENCIES.flatMap((currency) => {
    const ofCurrency = lines.filter((line) => line.currency === currency)
    const adjusted = adjustments.filter((adjustment) => adjustment.currency === currency)
    if (ofCurrency.length === 0 && adjusted.length === 0) return []
    const amounts = adjusted.map(({ amount_minor }) => ({ amountMinor: BigInt(amount_minor) }))
    const totals = sumUp(ofCurrency, amounts)
    const companies = new Map(ofCurrency.map(({ partnerId, company }) => [partnerId, company]))
    return {
      statement: {
        id: newId('stl'),
        distributor_id: distributor.id,
        number: ++number,
        period: period.name,
        currency,
        company: distributor.company,
        partners_count: companies.size,
        charged_minor: toNumber(totals.chargedMinor),
        share_minor: toNumber(totals.shareMinor),
        adjustments_minor: toNumber(totals.adjustmentsMinor),
        total_minor: toNumber(totals.totalMinor),
        closed_at: at,
      },
      lines: ofCurrency.map(toLineRow),
      usage: toUsageRows(companies, usage, (partnerId) => lastCurrency.get(partnerId) === currency),
      adjustmentIds: adjusted.map(({ id }) => id),
    }
  })
}

interface Usage {
  runs: number
  customers: number
}

/** The runs of each partner in the period, and its customers at the end. */
async function sumUsage(app: App, tx: Connection, distributorId: string, period: Period): Promise<Map<string, Usage>> {
  const within = { ...app, db: tx }
  const actor = { kind: 'system', id: 'settlement', distributorId } as const
  const sums = new Map<string, Usage>()
  for (const month of monthsOf(period)) {
    for (const { partnerId, runs, customers } of (await getUsage(within, actor, month)).byPartner) {
      sums.set(partnerId, { runs: (sums.get(partnerId)?.runs ?? 0) + runs, customers })
    }
  }
  return sums
}

const toUsageRows = (
  companies: ReadonlyMap<string, string>,
  usage: ReadonlyMap<string, Usage>,
  isHere: (partnerId: string) => boolean,
) =>
  [...companies]
    .filter(([partnerId]) => isHere(partnerId))
    .map(([partner_id, company]) => ({ partner_id, company, ...(usage.get(partner_id) ?? { runs: 0, customers: 0 }) }))

const toLineRow = (line: StatedLine): NewStatement['lines'][number] => ({
  partner_id: line.partnerId,
  company: line.company,
  plan: line.plan,
  first_day: line.firstDay,
  last_day: line.lastDay,
  days: line.days,
  price_minor: toNumber(line.priceMinor),
  list_minor: toNumber(line.listMinor),
  share_basis_points: line.basisPoints,
  share_minor: toNumber(line.shareMinor),
  processor_billing: line.processorBilling,
  amount_minor: toNumber(line.amountMinor),
})

const toChange = ({ statement }: NewStatement): Change => ({
  action: 'settlement.closed',
  subject: statement.id,
  owner: { partnerId: null, distributorId: statement.distributor_id },
  after: {
    number: statement.number,
    period: statement.period,
    currency: statement.currency,
    total: statement.total_minor,
  },
  notice: { kind: 'statement-closed', distributorId: statement.distributor_id, statementId: statement.id },
})
