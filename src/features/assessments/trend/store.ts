import { type NotNull, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { RunRow } from '../rules.ts'

const FINDINGS = sql<number>`critical + high + medium + low`

/** Completed runs of the run's customer and product up to it, newest first; the one before it with where its result is. */
export async function listRunsUpTo(db: Connection, run: RunRow & { completed_at: Date }, max: number) {
  const newest = db
    .selectFrom('runs')
    .select(['id', 'completed_at', 'score', 'score_ceiling', 'coverage', 'maturity_achieved', 'maturity_target'])
    .select(FINDINGS.as('findings'))
    .select(sql<number>`row_number() over (order by completed_at desc, id desc)`.as('place'))
    .where('partner_id', '=', run.partner_id)
    .where('customer_id', '=', run.customer_id)
    .where('product', '=', run.product)
    .where('status', '=', 'completed')
    .where((eb) => eb(eb.refTuple('completed_at', 'id'), '<=', eb.tuple(run.completed_at, run.id)))
    .orderBy('place')
    .limit(max)
    .$narrowType<{
      completed_at: NotNull
      score: NotNull
      score_ceiling: NotNull
      coverage: NotNull
      maturity_achieved: NotNull
    }>()
  return await db
    .selectFrom(newest.as('run'))
    .leftJoin('run_results as found', (join) => join.onRef('found.run_id', '=', 'run.id').on('run.place', '=', 2))
    .leftJoin('result_objects as object', (join) => join.onRef('object.run_id', '=', 'run.id').on('run.place', '=', 2))
    .selectAll('run')
    .select(['found.result as packed', 'object.name as objects'])
    .orderBy('run.place')
    .execute()
}

/** The newest completed run of each product for a customer of the partner. */
export async function listNewestCompleted(db: Connection, partnerId: string, customerId: string) {
  return await db
    .selectFrom('runs')
    .distinctOn('product')
    .select(['id', 'product'])
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'completed')
    .orderBy('product')
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Of each product when the first and the newest run of a customer completed; nothing for a product without one. */
export async function listCompletedSpans(db: Connection, partnerId: string, customerId: string) {
  return await db
    .selectFrom('runs')
    .select((eb) => ['product', eb.fn.min('completed_at').as('first'), eb.fn.max('completed_at').as('last')])
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'completed')
    .groupBy('product')
    .$narrowType<{ first: NotNull; last: NotNull }>()
    .execute()
}

export interface CourseRow {
  id: string
  product: string
  completedAt: Date
  score: number
  scoreCeiling: number
  coverage: number
  level: number
  target: number
  findings: number
}

/**
 * Completed runs of a customer in a period: of each product the first, and of each UTC day the last; and of each product the
 * newest before it. The oldest first.
 */
export async function listCourse(
  db: Connection,
  partnerId: string,
  customerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<CourseRow[]> {
  const columns = sql`id, product, completed_at as "completedAt", score, score_ceiling as "scoreCeiling", coverage,
    maturity_achieved as level, maturity_target as target, ${FINDINGS} as findings`
  const own = sql`partner_id = ${partnerId} and customer_id = ${customerId} and status = 'completed'`
  const within = sql`${own} and completed_at >= ${from} and completed_at < ${until}`
  const day = sql`(completed_at at time zone 'UTC')::date`
  const { rows } = await sql<CourseRow>`
    (select distinct on (product) ${columns} from runs
      where ${own} and completed_at < ${from} order by product, completed_at desc, id desc)
    union
    (select distinct on (product) ${columns} from runs where ${within} order by product, completed_at, id)
    union
    (select distinct on (product, ${day}) ${columns} from runs
      where ${within} order by product, ${day}, completed_at desc, id desc)
    order by "completedAt", id`.execute(db)
  return rows
}
