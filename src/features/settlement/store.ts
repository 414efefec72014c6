import type { Insertable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { SettlementAdjustments } from '../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../shared/pagination.ts'

export async function insertAdjustment(tx: Connection, row: Insertable<SettlementAdjustments>): Promise<void> {
  await tx.insertInto('settlement_adjustments').values(row).execute()
}

const selectStatements = (db: Connection) =>
  db
    .selectFrom('settlement_statements as statement')
    .innerJoin('settlement_closings as closing', (join) =>
      join
        .onRef('closing.distributor_id', '=', 'statement.distributor_id')
        .onRef('closing.period', '=', 'statement.period'),
    )
    .select([
      'statement.id',
      'statement.distributor_id as distributorId',
      'statement.number',
      'statement.company',
      'statement.period',
      'statement.currency',
      'statement.partners_count as partnersCount',
      'statement.charged_minor as charged',
      'statement.share_minor as revenueShare',
      'statement.adjustments_minor as adjusted',
      'statement.total_minor as total',
      'statement.closed_at as createdAt',
      'closing.interval',
      'closing.first_day as firstDay',
      'closing.last_day as lastDay',
    ])

/** The statements of a distributor, newest first; without a distributor all of them. */
export async function listStatementRows(
  db: Connection,
  distributorId: string | undefined,
  page: { limit?: number; after?: ListPosition },
) {
  let query = selectStatements(db)
  if (distributorId !== undefined) query = query.where('statement.distributor_id', '=', distributorId)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) =>
      eb(eb.refTuple('statement.closed_at', 'statement.id'), '<', eb.tuple(new Date(createdAt), id)),
    )
  }
  if (page.limit !== undefined) query = query.limit(page.limit)
  return await query.orderBy('statement.closed_at', 'desc').orderBy('statement.id', 'desc').execute()
}

/** One statement, of this distributor only if one is given. */
export async function findStatementRow(db: Connection, distributorId: string | undefined, id: string) {
  let query = selectStatements(db).where('statement.id', '=', id)
  if (distributorId !== undefined) query = query.where('statement.distributor_id', '=', distributorId)
  return await query.executeTakeFirst()
}

export type StatementRow = NonNullable<Awaited<ReturnType<typeof findStatementRow>>>

/** The lines of a statement, in their order. */
export async function listLines(db: Connection, statementId: string) {
  return await db
    .selectFrom('settlement_lines')
    .select([
      'partner_id as partnerId',
      'company',
      'plan',
      'first_day as firstDay',
      'last_day as lastDay',
      'days',
      'price_minor as price',
      'list_minor as list',
      'share_basis_points as basisPoints',
      'share_minor as revenueShare',
      'processor_billing as processorBilling',
      'amount_minor as amount',
    ])
    .where('statement_id', '=', statementId)
    .orderBy('position')
    .execute()
}

/** What partners used, by company. */
export async function listUsage(db: Connection, statementId: string) {
  return await db
    .selectFrom('settlement_usage')
    .select(['partner_id as partnerId', 'company', 'runs', 'customers'])
    .where('statement_id', '=', statementId)
    .orderBy('company')
    .orderBy('partner_id')
    .execute()
}

/** The adjustments in a statement, oldest first. */
export async function listAdjustments(db: Connection, statementId: string) {
  return await db
    .selectFrom('settlement_adjustments as adjustment')
    .innerJoin('stated_adjustments as stated', 'stated.adjustment_id', 'adjustment.id')
    .select([
      'adjustment.id',
      'adjustment.amount_minor as amount',
      'adjustment.reason',
      'adjustment.author',
      'adjustment.created_at as createdAt',
    ])
    .where('stated.statement_id', '=', statementId)
    .orderBy('adjustment.created_at')
    .orderBy('adjustment.id')
    .execute()
}
