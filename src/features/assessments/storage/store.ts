import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ResultObjects, RunResults } from '../../../platform/database/tables.gen.ts'

/** The folder of this database in its store, and where the search for orphans continues. */
export interface StoreRow {
  id: string
  sweptUntil: string
}

/** The store's row, with this id if there is none yet. */
export async function upsertStore(db: Connection, id: string): Promise<StoreRow> {
  const find = () => db.selectFrom('object_store').select(['id', 'swept_until as sweptUntil']).executeTakeFirst()
  const known = await find()
  if (known) return known
  await db
    .insertInto('object_store')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const added = await find()
  if (!added) throw new Error('the row of the object store was deleted')
  return added
}

/** Where the search continues; `sweptAt` is when it last reached the end. */
export async function updateSwept(db: Connection, sweptUntil: string, sweptAt?: Date): Promise<void> {
  await db
    .updateTable('object_store')
    .set({ swept_until: sweptUntil, ...(sweptAt && { swept_at: sweptAt }) })
    .execute()
}

export async function insertParts(tx: Connection, row: Insertable<RunResults>): Promise<void> {
  await tx.insertInto('run_results').values(row).execute()
}

export async function insertObjects(tx: Connection, row: Insertable<ResultObjects>): Promise<void> {
  await tx.insertInto('result_objects').values(row).execute()
}

/**
 * Runs whose parts are in the database, in the order of their ids. Without those whose findings are still read from the
 * result, which happens in a transaction.
 */
export async function listRunsInDatabase(db: Connection, afterId: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('run_results as found')
    .select('found.run_id as id')
    .where('found.run_id', '>', afterId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tracked_runs as tracked')
            .select('tracked.run_id')
            .whereRef('tracked.run_id', '=', 'found.run_id')
            .where('tracked.is_read', '=', false),
        ),
      ),
    )
    .orderBy('found.run_id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findParts(db: Connection, runId: string) {
  return await db.selectFrom('run_results').selectAll().where('run_id', '=', runId).executeTakeFirst()
}

/** Exchanges the parts of a run for its objects; false if the run or its parts are gone. */
export async function updateToObjects(tx: Connection, row: Insertable<ResultObjects>): Promise<boolean> {
  // Locks in the same order as the deletion of a run.
  const run = await tx.selectFrom('runs').select('id').where('id', '=', row.run_id).forKeyShare().executeTakeFirst()
  if (!run) return false
  const { numDeletedRows } = await tx.deleteFrom('run_results').where('run_id', '=', row.run_id).executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await insertObjects(tx, row)
  return true
}

/** Exchanges the objects of a run for its parts; false if the run or its objects are gone or were replaced. */
export async function updateToParts(tx: Connection, name: string, row: Insertable<RunResults>): Promise<boolean> {
  const run = await tx.selectFrom('runs').select('id').where('id', '=', row.run_id).forKeyShare().executeTakeFirst()
  if (!run) return false
  const { numDeletedRows } = await tx
    .deleteFrom('result_objects')
    .where('name', '=', name)
    .where('run_id', '=', row.run_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await insertParts(tx, row)
  return true
}

export interface ObjectsRow {
  runId: string
  name: string
  snapshotSha256: string
}

/** Runs whose parts are objects, in the order of their ids; `exceptKeyId` leaves out those sealed under this key. */
export async function listObjectsRows(
  db: Connection,
  { afterId, exceptKeyId, max }: { afterId: string; exceptKeyId?: string; max: number },
): Promise<ObjectsRow[]> {
  let query = db
    .selectFrom('result_objects')
    .select(['run_id as runId', 'name', 'snapshot_sha256 as snapshotSha256'])
    .where('run_id', '>', afterId)
  if (exceptKeyId !== undefined) query = query.where('key_id', '<>', exceptKeyId)
  return await query.orderBy('run_id').limit(max).execute()
}

/** Replaces the objects of a run; false if they were replaced or deleted meanwhile. */
export async function updateObjects(
  db: Connection,
  { name }: { name: string },
  by: { name: string; keyId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('result_objects')
    .set({ name: by.name, key_id: by.keyId })
    .where('name', '=', name)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countObjectsByKey(db: Connection): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('result_objects')
    .select((eb) => ['key_id as keyId', eb.fn.countAll<number>().as('n')])
    .groupBy('key_id')
    .execute()
  return new Map(rows.map(({ keyId, n }) => [keyId, n]))
}

/** Which of these names have a row; each belongs to the run at the same place of the other list. */
export async function listNamed(
  db: Connection,
  runIds: readonly string[],
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select object.name from unnest(${runIds}::text[], ${names}::text[]) as asked (run_id, name)
    join result_objects as object on object.run_id = asked.run_id and object.name = asked.name`.execute(db)
  return rows.map(({ name }) => name)
}

export async function listDueDeletions(db: Connection, max: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from object_deletions where due_at <= now() order by due_at limit ${max}`.execute(db)
  return rows.map(({ name }) => name)
}

export async function deleteDeletion(db: Connection, name: string): Promise<void> {
  await db.deleteFrom('object_deletions').where('name', '=', name).execute()
}

export interface StorageFigures {
  /** Results in the database, counted up to a limit. */
  inDatabase: number
  toDelete: number
  inStore: boolean
  /** When the last search for orphans ended. */
  sweptAt: Date | null
}

export async function findStorageFigures(db: Connection, max: number): Promise<StorageFigures> {
  const { rows } = await sql<StorageFigures>`
    select (select count(*) from (select from run_results limit ${max}) as early) as "inDatabase",
      (select count(*) from (select from object_deletions limit ${max}) as late) as "toDelete",
      exists (select from result_objects) as "inStore",
      (select swept_at from object_store) as "sweptAt"`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('a select without a table gives one row')
  return figures
}
