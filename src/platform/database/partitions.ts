import { sql } from 'kysely'
import { codeOf } from '../../shared/error-code.ts'
import type { Connection, Database } from './database.ts'

/** One partition of a table. */
export interface Partition {
  table: string
  name: string
  /** Undefined for the first partition, which has no beginning. */
  from?: string
  /** Exclusive. Undefined for the default partition, which has the rows that belong to no other. */
  until?: string
  /** The database's estimate. */
  rows: number
}

/** Another transaction is using the table. */
const LOCKED = '55P03'

/** How many times a table in use is tried, for three seconds each. */
const TRIES = 20

/**
 * Turns plain tables into partitioned ones, for the owner of the schema; returns which. The service may keep running
 * meanwhile: each table is locked only while it is exchanged. Safe to call from several processes, and again after a
 * crash.
 */
export async function partitionTables(db: Database, at = new Date()): Promise<string[]> {
  return await db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(hashtextextended('plumbline partition tables', 0))`.execute(session)
    try {
      const { rows } = await sql<{ name: string; key: string }>`
        select kind.name, kind.key from partitioned_tables() as kind
        join pg_class as class on class.oid = format('public.%I', kind.name)::regclass
        where class.relkind = 'r' and pg_has_role(class.relowner, 'usage')`.execute(session)
      for (const { name, key } of rows) await partitionTable(session, name, key, at)
      await addPartitions(session)
      return rows.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('plumbline partition tables', 0))`.execute(session)
    }
  })
}

async function partitionTable(session: Connection, name: string, key: string, at: Date): Promise<void> {
  const table = sql.table(name)
  const removeLimit = () =>
    retryLocked(session, (tx) => sql`alter table ${table} drop constraint if exists first_partition`.execute(tx))
  // A constraint left behind by a crash may be old, and would soon refuse new rows.
  await removeLimit()
  const until = await findFirstEnd(session, name, key, at)
  try {
    await retryLocked(session, (tx) =>
      sql`alter table ${table} add constraint first_partition check (${sql.ref(key)} < ${sql.lit(until)}) not valid`.execute(
        tx,
      ),
    )
    // Reads the whole table, while others read and write it.
    await sql`alter table ${table} validate constraint first_partition`.execute(session)
    await retryLocked(session, (tx) => sql`select partition_table(${name}, ${key}, ${until})`.execute(tx))
  } catch (error) {
    await removeLimit()
    throw error
  }
}

/** Where the first partition ends: after all keys that exist or will come soon. */
async function findFirstEnd(session: Connection, name: string, key: string, at: Date): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select case when kind.prefix is not null
      then greatest(partitions_needed_until(kind, ${at}) collate "C", (last.key || '0') collate "C")
      else greatest(partitions_needed_until(kind, ${at})::bigint, coalesce(last.key::bigint, 0) + 1)::text end as until
    from partitioned_tables() as kind,
      (select (select max(${sql.ref(key)})::text from ${sql.table(name)}) as key) as last
    where kind.name = ${name}`.execute(session)
  const [row] = rows
  if (!row) throw new Error(`${name} is not a table to partition`)
  return row.until
}

/** Waits only briefly for the lock of a table, because later requests for it queue behind ours, and tries again. */
async function retryLocked(session: Connection, change: (tx: Connection) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await session.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '3s'`.execute(tx)
        await change(tx)
      })
      return
    } catch (error) {
      if (codeOf(error) !== LOCKED || tries === TRIES) throw error
    }
  }
}

/** Adds the partitions that will be needed soon; returns how many. Fails with 55P03 if a table is in use for long. */
export async function addPartitions(db: Connection): Promise<number> {
  const { rows } = await sql<{ added: number }>`select add_partitions() as added`.execute(db)
  return rows[0]?.added ?? 0
}

/** The partitions of a table, or of all tables, oldest first, the default one last. */
export async function listPartitions(db: Connection, table?: string): Promise<Partition[]> {
  const { rows } = await sql<{
    table: string
    name: string
    from: string | null
    until: string | null
    rows: number
  }>`
    select table_name as "table", partition as name, from_key as "from", until_key as until, row_estimate as rows
    from list_partitions() where ${table ?? null}::text is null or table_name = ${table ?? null}
    order by table_name, is_default, length(from_key) nulls first, from_key collate "C"`.execute(db)
  return rows.map(({ from, until, ...part }) => ({
    ...part,
    ...(from !== null && { from }),
    ...(until !== null && { until }),
  }))
}

/** Drops a partition if everything in it ended before a time and nothing refers to it; false also while it is in use. */
async function dropPartition(db: Connection, { table, name }: Partition, before: Date): Promise<boolean> {
  try {
    const { rows } = await sql<{ dropped: boolean }>`
      select drop_partition(${table}, ${name}, ${before}) as dropped`.execute(db)
    return rows[0]?.dropped ?? false
  } catch (error) {
    if (codeOf(error) === LOCKED) return false
    throw error
  }
}

/** A part of a table by its key: from `from` up to, but not including, `until`; each may be open. */
export interface KeyRange {
  from?: string
  until?: string
}

/** From this number of rows on, a partition is dropped as a whole once all of them have expired. */
const LARGE_ROWS = 1_000_000

/**
 * Drops the partitions of a table in which everything ended before a time, and returns their estimated rows. `ranges` are the
 * parts of the table whose rows are deleted one by one: all but the large partitions, which wait until they can be dropped.
 */
export async function dropExpired(
  db: Connection,
  table: string,
  before: Date,
  largeRows = LARGE_ROWS,
): Promise<{ deleted: number; ranges: KeyRange[] }> {
  let deleted = 0
  const large: Partition[] = []
  for (const partition of await listPartitions(db, table)) {
    if (partition.until === undefined) continue
    if (await dropPartition(db, partition, before)) deleted += partition.rows
    else if (partition.from !== undefined && partition.rows >= largeRows) large.push(partition)
  }
  return { deleted, ranges: rangesBetween(large) }
}

/** The ranges before, between and after these partitions, which are in order. */
function rangesBetween(partitions: readonly Partition[]): KeyRange[] {
  const ranges: KeyRange[] = []
  let range: KeyRange = {}
  for (const { from, until } of partitions) {
    if (from === undefined || until === undefined) continue
    if (range.from !== from) ranges.push({ ...range, until: from })
    range = { from: until }
  }
  return [...ranges, range]
}

/** Shows whether a table has partitions for new rows. */
export interface PartitionFigures {
  table: string
  /** How many partitions are prepared for later times or numbers. */
  ahead: number
  /** Rows in the default partition, counted up to a thousand. */
  misplaced: number
}

export async function listPartitionFigures(db: Connection): Promise<PartitionFigures[]> {
  const { rows } = await sql<PartitionFigures>`
    select of_table as "table", ahead, misplaced from partition_figures()`.execute(db)
  return rows
}
