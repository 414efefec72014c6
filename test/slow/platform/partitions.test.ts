import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { addPartitions, listPartitions, partitionTables } from '../../../src/platform/database/partitions.ts'
import { grantServiceRole } from '../../../src/platform/database/service-role.ts'
import { newId } from '../../../src/shared/ids.ts'
import { administer, createTestDatabase, openTestDatabase, type TestDatabase } from '../../harness/database.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
/** The first migration after the version whose data is taken over. */
const MIGRATION = '0070_customer_months.sql'

/** What an earlier version stored, of each table that is partitioned. */
const DATA = `
  insert into partners (id, company, email, name, status, plan, created_at, updated_at)
    values ('prt_1', 'A', 'a@a.example', 'A', 'active', 'starter', now(), now());
  insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_' || n, 'prt_1', 'N', 't', '{}', '{}', now() - n * interval '40 days', now() from generate_series(1, 9) as n;
  insert into webhook_endpoints (id, partner_id, url, enabled, created_at, updated_at)
    values ('whk_1', 'prt_1', 'https://a.example', true, now(), now());
  insert into runs (id, partner_id, customer_id, product, maturity_target, status, score, created_at, completed_at)
    select 'run_01j' || lpad(n::text, 23, '0'), 'prt_1', 'cust_1', 'essential-eight', 2, 'completed', 50, now(), now()
    from generate_series(1, 300) as n;
  insert into run_results select id, 'result', 'snapshot', 'hash' from runs;
  insert into events (id, partner_id, type, body, occurred_at)
    select 'evt_01j' || lpad(n::text, 23, '0'), 'prt_1', 'key.created', '{}', now() from generate_series(1, 300) as n;
  insert into delivery_attempts (delivery_id, attempt, outcome, started_at) select id, 1, 'delivered', now() from deliveries;
  insert into audit (occurred_at, author_kind, author_id, partner_id, action, subject)
    select now(), 'partner', 'prt_1', 'prt_1', 'key.created', 'prt_1' from generate_series(1, 300);`

/** How an earlier version granted rights at each of its starts. */
const EARLIER_GRANTS = `do $$
  declare item record;
  begin
    for item in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('grant select, insert, update, delete on %s to plumbline_service', item.name);
    end loop;
    revoke update, delete on audit from plumbline_service;
  end $$`

const TABLES = ['audit', 'deliveries', 'delivery_attempts', 'events', 'run_results']

/** A database of the earlier version with data, on which the numbered migrations have run since, but nothing else. */
async function openEarlier(): Promise<
  { database: TestDatabase } & ReturnType<typeof openTestDatabase> & AsyncDisposable
> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    'drop schema public, partitions cascade; create schema public; grant usage on schema public to public; create table kysely_migration (name text); create table kysely_migration_lock (id text)',
  )
  for (const name of (await readdir(FOLDER)).filter((file) => /^\d{4}_/.test(file)).toSorted()) {
    if (name === MIGRATION) await client.query(`${DATA}; ${EARLIER_GRANTS}`)
    await client.query(await readFile(new URL(name, FOLDER), 'utf8'))
  }
  await client.end()
  const opened = openTestDatabase(database.url, { poolSize: 4 })
  return {
    database,
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened.pool.end()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** What a process of the earlier version writes all the time, as the service's role; returns the ids when stopped. */
function startEarlierProcess(
  url: string,
): { stop(): Promise<{ events: string[]; failed: unknown[] }> } & AsyncDisposable {
  const { pool } = openTestDatabase(url, { poolSize: 1 })
  const events: string[] = []
  const failed: unknown[] = []
  let isRunning = true
  const running = (async () => {
    while (isRunning) {
      const id = newId('evt')
      try {
        await pool.query(
          "insert into events (id, partner_id, type, body, occurred_at) values ($1, 'prt_1', 'key.created', '{}', now())",
          [id],
        )
        await pool.query(
          "insert into audit (occurred_at, author_kind, author_id, action, subject) values (now(), 'partner', $1, 'a', 'b')",
          ['prt_1'],
        )
        events.push(id)
      } catch (error) {
        failed.push(error)
        isRunning = false
      }
    }
  })()
  const stop = async () => {
    isRunning = false
    await running
    if (!pool.ended) await pool.end()
    return { events, failed }
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

test('tables with data become partitions while an older process writes, and one query reads old and new rows', async () => {
  await using earlier = await openEarlier()
  const { db, pool, database } = earlier
  await using process = startEarlierProcess(database.serviceUrl)
  const [first, second] = await Promise.all([partitionTables(db), partitionTables(db)])
  assert.deepEqual([...first, ...second].toSorted(), TABLES, 'each table once, by whichever came first')
  await grantServiceRole(db)
  const { events, failed } = await process.stop()
  assert.deepEqual(failed, [], 'the earlier process noticed nothing')
  assert.ok(events.length > 0)
  const { rows } = await pool.query(`select
    (select count(*) from events) as events, (select count(*) from run_results) as results,
    (select count(*) from audit) as audit, (select count(distinct id) from audit) as "auditIds",
    (select count(*) from deliveries) as deliveries, (select count(*) from delivery_attempts) as attempts,
    (select sum(customers) from customer_months) as customers`)
  assert.deepEqual(rows, [
    {
      events: 300 + events.length,
      results: 300,
      audit: 300 + events.length,
      auditIds: 300 + events.length,
      deliveries: 300 + events.length,
      attempts: 300,
      customers: 9,
    },
  ])
  const parts = await listPartitions(db)
  assert.deepEqual(new Set(parts.map(({ table }) => table)), new Set(TABLES))
  const { rows: left } = await pool.query("select conname from pg_constraint where conname = 'first_partition'")
  assert.deepEqual(left, [])
  assert.deepEqual(await partitionTables(db), [], 'there is nothing left to do')
})

test('deleting a run still deletes its result, and sequences continue', async () => {
  await using earlier = await openEarlier()
  const { db, pool } = earlier
  await partitionTables(db)
  await pool.query("delete from customers where id = 'cust_1'")
  assert.deepEqual((await pool.query('select count(*) as n from run_results')).rows, [{ n: 0 }])
  const insert =
    "insert into audit (occurred_at, author_kind, author_id, action, subject) values (now(), 'system', 's', 'a', 'b')"
  assert.deepEqual((await pool.query(`${insert} returning id`)).rows, [{ id: 301 }])
})

test('after a crash during the conversion, rows are still accepted, and the next start completes it', async () => {
  await using earlier = await openEarlier()
  const { db, pool, database } = earlier
  await administer(database.url, "alter table events add constraint first_partition check (id < 'evt_01j1') not valid")
  await partitionTables(db)
  await pool.query("insert into events (id, type, body, occurred_at) values ($1, 'key.created', '{}', now())", [
    newId('evt'),
  ])
  assert.equal((await listPartitions(db, 'events')).length, 2)
})

test('a table in use is waited for briefly, and its limit is removed when that fails', async () => {
  await using earlier = await openEarlier()
  const { db, pool } = earlier
  const reader = await pool.connect()
  await reader.query('begin; select from run_results limit 1')
  const converting = partitionTables(db)
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const before = await pool.query('select count(*) as n from run_results')
  assert.deepEqual(before.rows, [{ n: 300 }], 'others read meanwhile')
  await reader.query('commit')
  reader.release()
  assert.ok((await converting).includes('run_results'))
})

test('the service cannot access a partition directly, whatever an older version grants at its start', async () => {
  await using earlier = await openEarlier()
  const { db, database } = earlier
  await partitionTables(db)
  await grantServiceRole(db)
  await administer(database.url, EARLIER_GRANTS)
  const service = openTestDatabase(database.serviceUrl, { poolSize: 1 })
  try {
    const refused = [
      'select from partitions.audit_first',
      'update partitions.audit_first set author_id = null',
      'delete from partitions.audit_default',
      'drop table partitions.audit_first',
      'alter table audit detach partition partitions.audit_first',
      'update audit set author_id = null',
      'delete from audit',
      'truncate audit',
      "select drop_partition('audit', 'audit_first', now())",
      "select partition_table('runs', 'id', 'run_2')",
    ]
    for (const statement of refused) await assert.rejects(service.pool.query(statement), { code: '42501' }, statement)
    assert.deepEqual((await service.pool.query('select count(*) as n from audit')).rows, [{ n: 300 }])
    assert.equal(await addPartitions(service.db), 0)
  } finally {
    await service.pool.end()
  }
})

test('rows in the default partition are moved when their partition is added, even by two workers at once', async () => {
  await using earlier = await openEarlier()
  const { db, pool, database } = earlier
  await partitionTables(db)
  await grantServiceRole(db)
  const [last] = (await listPartitions(db, 'audit')).filter(({ until }) => until !== undefined)
  const end = Number(last?.until)
  await administer(database.url, `alter sequence audit_id_seq restart ${end}`)
  const insert =
    "insert into audit (occurred_at, author_kind, author_id, action, subject) values (now(), 'system', 's', 'a', 'b')"
  await pool.query(insert)
  const misplaced = () => pool.query("select misplaced from partition_figures() where of_table = 'audit'")
  assert.deepEqual((await misplaced()).rows, [{ misplaced: 1 }])
  const service = openTestDatabase(database.serviceUrl, { poolSize: 2 })
  const added = await Promise.all([addPartitions(service.db), addPartitions(service.db)])
  await service.pool.end()
  assert.deepEqual(added.toSorted(), [0, 1])
  assert.deepEqual((await misplaced()).rows, [{ misplaced: 0 }])
  const { rows } = await pool.query(`select id, tableoid::regclass::text as place from audit where id >= ${end}`)
  assert.deepEqual(rows, [{ id: end, place: `partitions.audit_${end}` }])
})
