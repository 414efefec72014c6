import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/statement.ts'
import type { RunStatus, Runs } from '../../platform/database/tables.gen.ts'
import { monthBounds } from '../../shared/dates/month.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import { approvedAt } from '../approvals/rules.ts'
import type { RunRow } from './rules.ts'
import type { RunPart } from './schema.ts'

export interface RunFilters {
  month?: string
  product?: string
  customerId?: string
  status?: RunStatus
  /** The first time of ending that is listed. */
  completedFrom?: Date
  /** The first time of ending that is not listed. */
  completedTo?: Date
}

export async function insertRuns(tx: Connection, rows: readonly Insertable<Runs>[]): Promise<void> {
  await tx.insertInto('runs').values(rows).execute()
}

const countUnfinished = prepare<{ partnerId: string; max: number }>()((db, param) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('runs')
        .select('id')
        .where('partner_id', '=', param('partnerId'))
        .where('status', 'in', ['queued', 'running'])
        .limit(param('max'))
        .as('unfinished'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n')),
)

/** How many runs of the partner are queued or running, counted up to `max`. */
export async function countUnfinishedRuns(tx: Connection, partnerId: string, max: number): Promise<number> {
  const [row] = await countUnfinished(tx, { partnerId, max })
  return row?.n ?? 0
}

/** Runs of one product for one customer. */
export interface RunsOfCustomer {
  partnerId: string
  customerId: string
  product: string
}

export async function hasUnfinishedRun(
  tx: Connection,
  { partnerId, customerId, product }: RunsOfCustomer,
): Promise<boolean> {
  const row = await tx
    .selectFrom('runs')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .where('status', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The failure codes of the latest completed or failed runs that were created since a time, newest first; null for a completed one. */
export async function listLatestFailureCodes(
  tx: Connection,
  { partnerId, customerId, product }: RunsOfCustomer,
  since: Date,
  max: number,
): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('runs')
    .select('failure_code as code')
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .where('status', 'in', ['completed', 'failed'])
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ code }) => code)
}

export async function findRun(
  db: Connection,
  partnerId: string,
  id: string,
): Promise<(RunRow & { customerName: string }) | undefined> {
  return await db
    .selectFrom('runs as run')
    .innerJoin('customers as customer', 'customer.id', 'run.customer_id')
    .selectAll('run')
    .select('customer.name as customerName')
    .where('run.partner_id', '=', partnerId)
    .where('run.id', '=', id)
    .executeTakeFirst()
}

export async function listRuns(
  db: Connection,
  partnerId: string,
  filters: RunFilters,
  parts: ReadonlySet<RunPart>,
  page: { limit?: number; after?: ListPosition },
) {
  let query = db
    .selectFrom('runs')
    .select([
      'id',
      'customer_id as customerId',
      'product',
      'status',
      'score',
      'created_at as createdAt',
      'completed_at as completedAt',
    ])
    .$if(parts.has('customer'), (select) =>
      select.select((eb) =>
        eb.selectFrom('customers').select('name').whereRef('customers.id', '=', 'runs.customer_id').as('customerName'),
      ),
    )
    .$if(parts.has('findings'), (select) => select.select(['critical', 'high', 'medium', 'low']))
    .$if(parts.has('coverage'), (select) => select.select(['coverage', 'score_ceiling as scoreCeiling']))
    .where('partner_id', '=', partnerId)
  if (filters.product !== undefined) query = query.where('product', '=', filters.product)
  if (filters.customerId !== undefined) query = query.where('customer_id', '=', filters.customerId)
  if (filters.month !== undefined) {
    const { from, until } = monthBounds(filters.month)
    query = query.where('created_at', '>=', from).where('created_at', '<', until)
  }
  // A literal: only with that does PostgreSQL know that a partial index applies.
  if (filters.status !== undefined) query = query.where('status', '=', sql.lit(filters.status))
  if (filters.completedFrom !== undefined) query = query.where('completed_at', '>=', filters.completedFrom)
  if (filters.completedTo !== undefined) query = query.where('completed_at', '<', filters.completedTo)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(createdAt), id)))
  }
  if (page.limit !== undefined) query = query.limit(page.limit)
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/**
 * Claims a run for one more attempt, unless it has ended. `approvedAt` is when its tenant was approved for the partner: if
 * null, nothing of the tenant may be read.
 */
export async function claimRunRow(tx: Connection, id: string, at: Date) {
  return await tx
    .updateTable('runs as run')
    .from('customers as customer')
    .from('partners as partner')
    .set((eb) => ({
      status: 'running',
      attempt: eb('run.attempt', '+', 1),
      started_at: eb.fn.coalesce('run.started_at', eb.val(at)),
    }))
    .whereRef('customer.id', '=', 'run.customer_id')
    .whereRef('partner.id', '=', 'run.partner_id')
    .where('run.id', '=', id)
    .where('run.status', 'in', ['queued', 'running'])
    .returningAll('run')
    .returning(['customer.tenant_id as tenantId', 'partner.distributor_id as distributorId'])
    .returning(approvedAt('run.partner_id', 'customer.tenant_id').as('approvedAt'))
    .executeTakeFirst()
}

/** A statement that changes an unfinished run for its current attempt: no row if another has claimed it or it has ended. */
export const updateAttempt = (tx: Connection, attempt: { id: string; attempt: number }, change: Updateable<Runs>) =>
  tx
    .updateTable('runs')
    .set(change)
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('status', 'in', ['queued', 'running'])

/** Changes an unfinished run for its current attempt; undefined if another attempt has claimed it or it has ended. */
export async function updateRunOfAttempt(
  tx: Connection,
  attempt: { id: string; attempt: number },
  change: Updateable<Runs>,
): Promise<RunRow | undefined> {
  return await updateAttempt(tx, attempt, change).returningAll().executeTakeFirst()
}

/** Deletes the checkpoint of a run. Call it when the run ends. */
export async function deleteRunCheckpoints(tx: Connection, runId: string): Promise<void> {
  await tx.deleteFrom('run_checkpoints').where('run_id', '=', runId).execute()
}

export async function findRunResult(db: Connection, runId: string) {
  return await db
    .selectFrom('runs as run')
    .leftJoin('run_results as found', 'found.run_id', 'run.id')
    .leftJoin('result_objects as object', 'object.run_id', 'run.id')
    .select(['found.result as packed', 'object.name as objects'])
    .where('run.id', '=', runId)
    .executeTakeFirst()
}

/**
 * A run with names for its report and, once completed, where its result is. Without a partner's id, any run: the caller
 * must have authorized access in another way.
 */
export async function findRunForReport(db: Connection, id: string, partnerId?: string) {
  let query = db
    .selectFrom('runs as run')
    .innerJoin('customers as customer', 'customer.id', 'run.customer_id')
    .innerJoin('partners as partner', 'partner.id', 'run.partner_id')
    .leftJoin('partner_brands as brand', 'brand.partner_id', 'run.partner_id')
    .leftJoin('run_results as found', 'found.run_id', 'run.id')
    .leftJoin('result_objects as object', 'object.run_id', 'run.id')
    .selectAll('run')
    .select((eb) => [
      'customer.name as customerName',
      'customer.tenant_id as tenantId',
      eb.fn.coalesce('brand.name', 'partner.company').as('partnerName'),
    ])
    .select(['found.result as packed', 'object.name as objects'])
    .where('run.id', '=', id)
  if (partnerId !== undefined) query = query.where('run.partner_id', '=', partnerId)
  return await query.executeTakeFirst()
}

/** The partner of any run: the caller must compare it with the one who asks. */
export async function findPartnerOfRun(db: Connection, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('runs').select('partner_id').where('id', '=', id).executeTakeFirst()
  return row?.partner_id
}

/** Unfinished runs whose job is gone or out of attempts, so that they will never be executed. */
export async function listAbandonedRuns(db: Connection) {
  return await db
    .selectFrom('runs as run')
    .innerJoin('partners as partner', 'partner.id', 'run.partner_id')
    .selectAll('run')
    .select('partner.distributor_id as distributorId')
    .where('run.status', 'in', ['queued', 'running'])
    .where(
      sql<boolean>`not exists (select from graphile_worker.jobs as job
        where job.key = run.id and (job.attempts < job.max_attempts or job.locked_at is not null))`,
    )
    .execute()
}

/** Cancels every queued run of a partner and removes its job; a job that has just started finds nothing to do. */
export async function updateQueuedRunsCanceled(tx: Connection, partnerId: string, at: Date): Promise<RunRow[]> {
  const runs = await tx
    .updateTable('runs')
    .set({ status: 'canceled', completed_at: at })
    // In the order in which the deletion of a customer locks its runs, so that the two cannot deadlock.
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('runs')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('status', '=', 'queued')
        .orderBy('id')
        .forUpdate(),
    )
    .returningAll()
    .execute()
  await removeJobs(
    tx,
    runs.map((run) => run.id),
  )
  return runs
}

/** Cancels one unfinished run; undefined if it has ended. */
export async function updateRunCanceled(
  tx: Connection,
  partnerId: string,
  id: string,
  at: Date,
): Promise<RunRow | undefined> {
  const run = await tx
    .updateTable('runs')
    .set({ status: 'canceled', completed_at: at })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!run) return undefined
  await removeJobs(tx, [run.id])
  await deleteRunCheckpoints(tx, run.id)
  return run
}

async function removeJobs(tx: Connection, runIds: readonly string[]): Promise<void> {
  if (runIds.length > 0)
    await sql`select graphile_worker.remove_job(id) from unnest(${runIds}::text[]) as id`.execute(tx)
}
