import type { Connection } from '../../../platform/database/database.ts'
import type { RunRow } from '../rules.ts'
import type { StoredAt } from '../storage/rules.ts'

/** The newest result of a run's customer and product at a time, other than the run's own. */
export async function findResultBefore(
  db: Connection,
  run: Pick<RunRow, 'id' | 'partner_id' | 'customer_id' | 'product'>,
  at: Date,
): Promise<({ id: string } & StoredAt) | undefined> {
  return await db
    .selectFrom('runs as run')
    .leftJoin('run_results as found', 'found.run_id', 'run.id')
    .leftJoin('result_objects as object', 'object.run_id', 'run.id')
    .select(['run.id', 'found.result as packed', 'object.name as objects'])
    .where('run.partner_id', '=', run.partner_id)
    .where('run.customer_id', '=', run.customer_id)
    .where('run.product', '=', run.product)
    .where('run.status', '=', 'completed')
    .where('run.id', '<>', run.id)
    .where('run.completed_at', '<=', at)
    .where((eb) => eb.or([eb('found.run_id', 'is not', null), eb('object.run_id', 'is not', null)]))
    .orderBy('run.completed_at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
