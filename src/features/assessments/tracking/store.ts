import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/statement.ts'
import type { TrackedRuns } from '../../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import type { OpenFix, TrackedState } from './rules.ts'
import { type FindingRow, findingsIn, type StateFilter } from './statements.ts'

/** What tracked rows belong to. */
export interface TrackedProduct {
  customerId: string
  product: string
}

const lockTracked = prepare<{ customerId: string; product: string }>()((db, param) =>
  db
    .selectFrom('tracked_runs as tracked')
    .innerJoin('runs as run', 'run.id', 'tracked.run_id')
    .select([
      'tracked.run_id as id',
      'tracked.maturity_target as target',
      'tracked.framework_version as frameworkVersion',
      'tracked.is_read as isRead',
      'tracked.completed_at as completedAt',
      'run.score',
    ])
    .where('tracked.customer_id', '=', param('customerId'))
    .where('tracked.product', '=', param('product'))
    .forUpdate('tracked'),
)

/**
 * The run that the rows of a product describe, locked, so that runs that end at the same time are compared one after
 * the other.
 */
export async function lockTrackedRun(tx: Connection, product: TrackedProduct) {
  const [row] = await lockTracked(tx, { ...product })
  return row
}

/** False if there is one already; waits for a transaction that is inserting it. */
export async function insertTrackedRun(tx: Connection, row: Insertable<TrackedRuns>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tracked_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'product']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateTrackedRun(
  tx: Connection,
  { customerId, product }: TrackedProduct,
  change: { run_id: string; maturity_target: number; framework_version: string; completed_at: Date; is_read: boolean },
): Promise<void> {
  await tx
    .updateTable('tracked_runs')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .execute()
}

const selectStates = prepare<{ customerId: string; product: string }>()((db, param) =>
  db
    .selectFrom('requirement_states')
    .select([
      'requirement',
      'state',
      'verdict',
      'severity',
      'since',
      'since_run as sinceRun',
      'change',
      'changed_at as changedAt',
      'changed_run as changedRun',
    ])
    .where('customer_id', '=', param('customerId'))
    .where('product', '=', param('product')),
)

export async function listStates(tx: Connection, product: TrackedProduct): Promise<TrackedState[]> {
  return await selectStates(tx, { ...product })
}

type Owned = TrackedProduct & { partnerId: string }

/** The rows are one parameter, so that any number of them has one text, which is prepared once. */
type OwnedRows = Record<'customerId' | 'product' | 'partnerId' | 'rows', string>

const writeStates = prepare<OwnedRows>()(
  (_, param) => sql<Record<never, never>>`
    insert into requirement_states (customer_id, product, requirement, partner_id, state, verdict, severity, since,
      since_run, change, changed_at, changed_run)
    select ${param('customerId')}, ${param('product')}, requirement, ${param('partnerId')}, state, verdict, severity, since,
      "sinceRun", change, "changedAt", "changedRun"
    from json_to_recordset(${param('rows')}::json) as item (
      requirement text, state requirement_state, verdict text, severity finding_severity, since timestamptz,
      "sinceRun" text, change requirement_change, "changedAt" timestamptz, "changedRun" text)
    on conflict (customer_id, product, requirement) do update set state = excluded.state, verdict = excluded.verdict,
      severity = excluded.severity, since = excluded.since, since_run = excluded.since_run, change = excluded.change,
      changed_at = excluded.changed_at, changed_run = excluded.changed_run`,
)

export async function upsertStates(tx: Connection, product: Owned, rows: readonly TrackedState[]): Promise<void> {
  if (rows.length > 0) await writeStates(tx, { ...product, rows: JSON.stringify(rows) })
}

export async function deleteStates(
  tx: Connection,
  { customerId, product }: TrackedProduct,
  requirements: readonly string[],
): Promise<void> {
  if (requirements.length === 0) return
  await tx
    .deleteFrom('requirement_states')
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .where('requirement', 'in', requirements)
    .execute()
}

const writeFixes = prepare<OwnedRows>()(
  (_, param) => sql<Record<never, never>>`
    with item as materialized (
      select * from json_to_recordset(${param('rows')}::json) as item (
        fix text, severity finding_severity, points double precision, findings smallint)
    ), gone as (
      delete from open_fixes where customer_id = ${param('customerId')} and product = ${param('product')}
        and fix <> all (select fix from item)
    )
    insert into open_fixes as stored (customer_id, product, fix, partner_id, severity, points, findings)
    select ${param('customerId')}, ${param('product')}, fix, ${param('partnerId')}, severity, points, findings from item
    on conflict (customer_id, product, fix) do update
      set severity = excluded.severity, points = excluded.points, findings = excluded.findings
      where (stored.severity, stored.points, stored.findings)
        is distinct from (excluded.severity, excluded.points, excluded.findings)`,
)

/** Replaces the open fixes of a product. */
export async function upsertFixes(tx: Connection, product: Owned, fixes: readonly OpenFix[]): Promise<void> {
  await writeFixes(tx, { ...product, rows: JSON.stringify(fixes) })
}

/** Products whose newest run ended before it could be tracked, after another product, in the order of their ids. */
export async function listUnreadProducts(
  db: Connection,
  after: TrackedProduct,
  max: number,
): Promise<(TrackedProduct & { partnerId: string })[]> {
  return await db
    .selectFrom('tracked_runs')
    .select(['customer_id as customerId', 'product', 'partner_id as partnerId'])
    .where('is_read', '=', sql.lit(false))
    .where((eb) => eb(eb.refTuple('customer_id', 'product'), '>', eb.tuple(after.customerId, after.product)))
    .orderBy('customer_id')
    .orderBy('product')
    .limit(max)
    .execute()
}

export async function listFindingRows(
  db: Connection,
  partnerId: string,
  filter: StateFilter,
  page: { limit: number; after?: ListPosition },
): Promise<FindingRow[]> {
  return (await findingsIn(partnerId, filter, page).execute(db)).rows
}
