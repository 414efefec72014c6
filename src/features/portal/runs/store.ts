import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { RunStatus } from '../../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import { customersNamed } from '../customer-search.ts'

export interface RunFilter {
  status?: RunStatus | 'unfinished'
  product?: string
  q?: string
  since?: Date
  until?: Date
}

export interface CustomersRunRow {
  id: string
  customerId: string
  customerName: string
  product: string
  maturityTarget: number
  status: RunStatus
  createdAt: Date
  completedAt: Date | null
  progressDone: number | null
  progressOf: number | null
  score: number | null
  scoreCeiling: number | null
  coverage: number | null
  critical: number | null
  high: number | null
  medium: number | null
  low: number | null
  failureCode: string | null
  failureMessage: string | null
  earlierId: string | null
  isReplaced: boolean
}

/** Literals: only with those does PostgreSQL know that a partial index applies. */
const ofStatus = (status: NonNullable<RunFilter['status']>): RawBuilder<unknown> =>
  status === 'unfinished' ? sql`status in ('queued', 'running')` : sql`status = ${sql.lit(status)}`

function conditionsOf(partnerId: string, { status, product, q, since, until }: RunFilter): RawBuilder<unknown> {
  const conditions = [
    sql`partner_id = ${partnerId}`,
    ...(status === undefined ? [] : [ofStatus(status)]),
    ...(product === undefined ? [] : [sql`product = ${product}`]),
    ...(q === undefined ? [] : [sql`customer_id = any(${customersNamed(partnerId, q)})`]),
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The partner's runs that match, newest first, each with what it can be compared with. Only those of the page are looked up further. */
export async function listCustomersRuns(
  db: Connection,
  partnerId: string,
  filter: RunFilter,
  { limit, after }: { limit: number; after?: ListPosition },
): Promise<CustomersRunRow[]> {
  const { rows } = await sql<CustomersRunRow>`
    select run.id, run.customer_id as "customerId", customer.name as "customerName", run.product,
      run.maturity_target as "maturityTarget", run.status, run.created_at as "createdAt", run.completed_at as "completedAt",
      run.progress_done as "progressDone", run.progress_of as "progressOf", run.score, run.score_ceiling as "scoreCeiling",
      run.coverage, run.critical, run.high, run.medium, run.low, run.failure_code as "failureCode",
      run.failure_message as "failureMessage", earlier.id as "earlierId", later.id is not null as "isReplaced"
    from (
      select * from runs where ${conditionsOf(partnerId, filter)}
        ${after ? sql`and (created_at, id) < (${new Date(after.createdAt)}, ${after.id})` : sql``}
      order by created_at desc, id desc limit ${limit}
    ) as run
    join customers as customer on customer.id = run.customer_id
    left join lateral (
      select each.id from runs as each
      where each.customer_id = run.customer_id and each.product = run.product and each.status = 'completed'
        and (each.created_at, each.id) < (run.created_at, run.id)
      order by each.created_at desc, each.id desc limit 1
    ) as earlier on run.status = 'completed'
    left join lateral (
      select each.id from runs as each
      where each.customer_id = run.customer_id and each.product = run.product and each.status <> 'canceled'
        and (each.created_at, each.id) > (run.created_at, run.id)
      limit 1
    ) as later on run.status in ('failed', 'canceled')
    order by run.created_at desc, run.id desc`.execute(db)
  return rows
}
