import { type NotNull, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { RunRow } from '../rules.ts'

/** Completed runs of the run's customer and product up to it, newest first; the one before it with its packed result. */
export async function listRunsUpTo(db: Connection, run: RunRow & { completed_at: Date }, max: number) {
  const newest = db
    .selectFrom('runs')
    .select(['id', 'completed_at', 'score', 'score_ceiling', 'coverage', 'maturity_achieved', 'maturity_target'])
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
    .selectAll('run')
    .select('found.result as packed')
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
