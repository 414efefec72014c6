import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** A hash of everything in the catalogue that a test may have changed; the same for all clones of one template. */
const FINGERPRINT = `
  select md5(string_agg(item, ' ' order by item)) as fingerprint from (
    select format('%s %s %s %s', oid, relname, relacl, relrowsecurity) from pg_class
      where relnamespace <> all('{pg_catalog,pg_toast,information_schema}'::regnamespace[])
    union all select format('%s %s %s %s %s %s', attrelid, attnum, attname, atttypid, attnotnull, attacl)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where attnum > 0 and relnamespace <> all('{pg_catalog,pg_toast,information_schema}'::regnamespace[])
    union all select format('%s %s %s %s', oid, proname, md5(prosrc), proacl) from pg_proc where oid >= 16384
    union all select format('%s %s', oid, tgenabled) from pg_trigger
    union all select format('%s %s', oid, conname) from pg_constraint
    union all select format('%s %s %s', oid, nspname, nspacl) from pg_namespace where nspname !~ '^pg_(toast_)?temp'
    union all select format('%s %s', setrole, setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as catalogue (item)`

/**
 * Deletes the rows that tests leave, from tables that have ever had any. A newly migrated database has rows only in the
 * tables of the migrations, which stay.
 */
const cleanBut = (tables: string): string => `
  do $$
  declare name regclass;
  begin
    set local session_replication_role = replica;
    for name in
      select oid from pg_class
      where relkind = 'r' and relname !~ 'migration'
        and relnamespace = any ('{public,partitions,graphile_worker}'::regnamespace[])
        and pg_relation_size(oid) > 0 and oid <> all (${tables})
    loop
      execute format('delete from %s', name);
    end loop;
    perform setval(seqrelid, seqstart, false) from pg_sequence
      where not exists (select from pg_depend where objid = seqrelid and refobjid = any (${tables}));
  end $$`

const NOTHING = "'{}'"
/** The tables that a running worker needs: its heartbeats, and the numbers of its tasks. */
const OF_WORKERS = "'{workers,graphile_worker._private_tasks}'::regclass[]"

const END_OTHERS = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

/** How much space deleted rows may occupy before a new database is cheaper. */
const MAX_GROWTH_BYTES = 4 * 1024 * 1024

/** The state of a database before its first test. */
export interface Pristine {
  fingerprint: string
  bytes: number
}

export async function describeDatabase(url: string): Promise<Pristine> {
  return await connected(url, describe)
}

/** Empties a database; false if its schema was changed or it has grown, so that it must not be used again. */
export async function cleanDatabase(url: string, pristine: Pristine): Promise<boolean> {
  return await connected(url, async (client) => {
    await client.query(END_OTHERS)
    const { fingerprint, bytes } = await describe(client)
    if (fingerprint !== pristine.fingerprint || bytes > pristine.bytes + MAX_GROWTH_BYTES) return false
    await client.query(cleanBut(NOTHING))
    return true
  }).catch(() => false)
}

const DUE_JOB = `select from graphile_worker._private_jobs
  where locked_at is not null or (attempts < max_attempts and run_at <= now()) limit 1`

/**
 * Empties a database that is in use, so that the next test of a file starts like the first. With a worker, it first
 * waits until no job is due, because a running job would use deleted rows.
 */
export async function emptyDatabase(url: string, { hasWorker = false } = {}): Promise<void> {
  await connected(url, async (client) => {
    while (hasWorker && (await client.query(DUE_JOB)).rows.length > 0) await setTimeout(10)
    await client.query(cleanBut(hasWorker ? OF_WORKERS : NOTHING))
  })
}

async function describe(client: pg.Client): Promise<Pristine> {
  const { rows } = await client.query<{ fingerprint: string }>(FINGERPRINT)
  const size = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return { fingerprint: rows[0]?.fingerprint ?? '', bytes: Number(size.rows[0]?.bytes) }
}

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
