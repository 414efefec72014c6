import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type {
  SettlementAdjustments,
  SettlementLines,
  SettlementStatements,
  SettlementUsage,
} from '../../../platform/database/tables.gen.ts'
import type { SettlementInterval } from '../../../shared/money/prices.ts'
import type { Period } from '../rules.ts'
import type { PartnerDay, ShareDay } from './lines.ts'

/** Rows of one insert: PostgreSQL takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

/**
 * Distributors with a period that ends before this day and is not closed, oldest first. Of those that have closed nothing
 * yet, the first period is that of their creation.
 */
export async function listDueDistributors(
  db: Connection,
  interval: SettlementInterval,
  openDay: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distributor.id from distributors as distributor
    where coalesce(
      (select to_char(max(last_day)::date + 1, 'YYYY-MM-DD') from settlement_closings as closing
       where closing.distributor_id = distributor.id and closing.interval = ${interval}::settlement_interval),
      to_char(distributor.created_at at time zone 'UTC', 'YYYY-MM-DD')) < ${openDay}
    order by distributor.created_at, distributor.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a distributor against other closings and new terms. */
export async function lockDistributor(tx: Connection, id: string) {
  return await tx
    .selectFrom('distributors')
    .select(['id', 'company', 'created_at as createdAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The last day that is closed; undefined if none is. */
export async function findLastClosedDay(
  tx: Connection,
  distributorId: string,
  interval: SettlementInterval,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('settlement_closings')
    .select((eb) => eb.fn.max<string | null>('last_day').as('day'))
    .where('distributor_id', '=', distributorId)
    .where('interval', '=', interval)
    .executeTakeFirst()
  return row?.day ?? undefined
}

export async function insertClosing(tx: Connection, distributorId: string, period: Period, at: Date): Promise<void> {
  const { name, interval, firstDay, lastDay } = period
  await tx
    .insertInto('settlement_closings')
    .values({
      distributor_id: distributorId,
      period: name,
      interval,
      first_day: firstDay,
      last_day: lastDay,
      closed_at: at,
    })
    .execute()
}

/** A partner with its days of change, as far as they matter for a period. */
export interface PartnerHistory {
  partnerId: string
  company: string
  changes: PartnerDay[]
}

/** The distributor's partners, with their days of change in the period and the last one before it; by company. */
export async function listPartnerHistories(
  tx: Connection,
  distributorId: string,
  { firstDay, lastDay }: Period,
): Promise<PartnerHistory[]> {
  const { rows } = await sql<PartnerDay & { partnerId: string; company: string }>`
    select partner.id as "partnerId", partner.company, change.day, change.plan, change.next_plan as "nextPlan",
      change.currency, change.interval, change.processor_billing as "processorBilling"
    from partners as partner
    join partner_days as change on change.partner_id = partner.id
    where partner.distributor_id = ${distributorId} and change.day <= ${lastDay}
      and change.day >= coalesce((
        select max(day) from partner_days where partner_id = partner.id and day < ${firstDay}), ${firstDay})
    order by partner.company, partner.id, change.day`.execute(tx)
  const histories: PartnerHistory[] = []
  for (const { partnerId, company, ...change } of rows) {
    const last = histories.at(-1)
    if (last?.partnerId === partnerId) last.changes.push(change)
    else histories.push({ partnerId, company, changes: [change] })
  }
  return histories
}

/** The distributor's shares, oldest first. */
export async function listShares(tx: Connection, distributorId: string): Promise<ShareDay[]> {
  return await tx
    .selectFrom('revenue_shares')
    .select(['day', 'basis_points as basisPoints'])
    .where('distributor_id', '=', distributorId)
    .orderBy('day')
    .execute()
}

/** Adjustments from before a time that are part of no statement yet, oldest first. */
export async function listOpenAdjustments(
  tx: Connection,
  distributorId: string,
  interval: SettlementInterval,
  before: Date,
): Promise<Selectable<SettlementAdjustments>[]> {
  return await tx
    .selectFrom('settlement_adjustments as adjustment')
    .selectAll('adjustment')
    .where('distributor_id', '=', distributorId)
    .where('interval', '=', interval)
    .where('created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('stated_adjustments').select('statement_id').whereRef('adjustment_id', '=', 'adjustment.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The number of the distributor's newest statement; 0 if it has none. */
export async function findLastNumber(tx: Connection, distributorId: string): Promise<number> {
  const row = await tx
    .selectFrom('settlement_statements')
    .select((eb) => eb.fn.max<number | null>('number').as('number'))
    .where('distributor_id', '=', distributorId)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** A statement with everything in it. */
export interface NewStatement {
  statement: Insertable<SettlementStatements>
  lines: readonly Omit<Insertable<SettlementLines>, 'statement_id' | 'position'>[]
  usage: readonly Omit<Insertable<SettlementUsage>, 'statement_id'>[]
  adjustmentIds: readonly string[]
}

/** Stores a statement. Throws if one of its adjustments is part of another one. */
export async function insertStatement(tx: Connection, { statement, ...content }: NewStatement): Promise<void> {
  const statement_id = statement.id
  await tx.insertInto('settlement_statements').values(statement).execute()
  const lines = content.lines.map((line, index) => ({ ...line, statement_id, position: index + 1 }))
  for (const rows of inParts(lines)) await tx.insertInto('settlement_lines').values(rows).execute()
  const usage = content.usage.map((row) => ({ ...row, statement_id }))
  for (const rows of inParts(usage)) await tx.insertInto('settlement_usage').values(rows).execute()
  const adjustments = content.adjustmentIds.map((adjustment_id) => ({ adjustment_id, statement_id }))
  for (const rows of inParts(adjustments)) await tx.insertInto('stated_adjustments').values(rows).execute()
}

function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
