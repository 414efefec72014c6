import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldDeliveries, deleteOldEvents, deleteOldRuns } from '../../src/features/retention/service.ts'
import { deleteOldAttempts } from '../../src/features/webhooks/sending/service.ts'
import { listPartitions } from '../../src/platform/database/partitions.ts'
import { makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { administer } from '../harness/database.ts'

/**
 * The partitions of an installation that began three years ago: by quarter since then, and deliveries by ten million after the
 * first thousand. `largeRows` of 0 makes every partition a large one.
 */
const api = await startApi()
after(() => api[Symbol.asyncDispose]())
const began = "(date_trunc('quarter', now()) - interval '3 years')"
const firstUntil = (table: string, until: string) => `
  alter table ${table} detach partition partitions.${table}_first;
  do $$ begin execute format('alter table ${table} attach partition partitions.${table}_first for values from (minvalue) to (%L)', ${until}); end $$;`
await administer(
  api.databaseUrl,
  `${firstUntil('events', `id_at('evt_', ${began})`)} ${firstUntil('run_results', `id_at('run_', ${began})`)}
   ${firstUntil('deliveries', '1000')} ${firstUntil('delivery_attempts', '1000')}
   alter sequence deliveries_id_seq restart 1001; select add_partitions()`,
)

const customerId = await makeCustomer(await api.as('acme'))
const { partnerId } = await api.partner('acme')

const placesOf = async (table: 'events' | 'run_results' | 'deliveries' | 'delivery_attempts'): Promise<string[]> =>
  (await listPartitions(api.db, table)).map(({ name }) => name)

const countOf = async (
  table: 'events' | 'runs' | 'run_results' | 'deliveries' | 'delivery_attempts',
): Promise<number> =>
  (
    await api.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

const dayAgo = sql`now() - n * interval '1 day'`

/** One event for each of the last thousand days. */
const insertEvents = () =>
  sql`insert into events (id, type, body, occurred_at)
    select id_at('evt_', ${dayAgo}) || '0000000000000000', 'key.created', '{}', ${dayAgo} from generate_series(0, 999) as n`.execute(
    api.db,
  )

/** Like `insertEvents`, for completed runs with results. */
async function insertRuns(): Promise<void> {
  await sql`insert into runs (id, partner_id, customer_id, product, maturity_target, status, score, created_at, completed_at)
    select id_at('run_', ${dayAgo}) || '0000000000000000', ${partnerId}, ${customerId}, 'essential-eight', 2, 'completed', 50,
      ${dayAgo}, ${dayAgo} from generate_series(0, 999) as n`.execute(api.db)
  await sql`insert into run_results select id, 'r', 's', 'h' from runs`.execute(api.db)
}

beforeEach(async () => {
  for (const table of ['delivery_attempts', 'deliveries', 'events', 'runs'] as const)
    await api.db.deleteFrom(table).execute()
})

test('a row is found by its id in one partition, and lists of one account use an index in each partition', async () => {
  await insertEvents()
  await sql`analyze events`.execute(api.db).catch(() => {})
  const plan = async (query: string) =>
    (await sql<Record<string, string>>`explain ${sql.raw(query)}`.execute(api.db)).rows
      .flatMap((row) => Object.values(row))
      .join('\n')
  const { id } = await api.db.selectFrom('events').select('id').orderBy('id').executeTakeFirstOrThrow()
  const byId = await plan(`select * from events where id = '${id}'`)
  assert.equal(byId.match(/ on events_/g)?.length, 1, byId)
  const newest = await api.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain select id from events where partner_id = ${partnerId}
      order by occurred_at desc, id desc limit 20`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  assert.match(newest, /Merge Append/)
  assert.doesNotMatch(newest, /Seq Scan|Sort\s+\(/, newest)
})

test('expired partitions of events are dropped, and a large one that has not expired is left whole', async () => {
  await insertEvents()
  const before = await placesOf('events')
  assert.ok(before.length >= 15, 'the first, twelve quarters, the current one, and the default one')
  await deleteOldEvents(api.app, 0)
  const left = await placesOf('events')
  assert.ok(left.length < before.length)
  const { rows } = await sql<{ oldest: Date; expired: number }>`
    select min(occurred_at) as oldest, count(*) filter (where occurred_at < now() - interval '400 days')::int as expired
    from events`.execute(api.db)
  const [{ expired = 0, oldest = new Date() } = {}] = rows
  assert.ok(expired > 0, 'its quarter has younger rows')
  assert.ok(oldest > new Date(Date.now() - 493 * 86_400_000), 'by at most a quarter')
  await deleteOldEvents(api.app)
  assert.equal(await countOf('events'), 400, 'in a small partition, rows are deleted one by one')
})

test('a partition of events with deliveries is not dropped', async () => {
  await insertEvents()
  const { rows } = await sql<{ id: string }>`select id from events where occurred_at < now() - interval '700 days'
    order by id desc limit 1`.execute(api.db)
  await api.db
    .insertInto('deliveries')
    .values({ event_id: rows[0]?.id ?? '', endpoint_id: 'whk_1', type: 't', cause: 'event' })
    .execute()
  await deleteOldEvents(api.app, 0)
  const { rows: remaining } = await sql`select from events where id = ${rows[0]?.id ?? ''}`.execute(api.db)
  assert.equal(remaining.length, 1)
})

test('results of a quarter are not dropped while one of its runs has not ended', async () => {
  await insertRuns()
  await sql`update runs set status = 'running', score = null, completed_at = null
    where id = (select id from runs order by id limit 1)`.execute(api.db)
  const before = await placesOf('run_results')
  await deleteOldRuns({ ...api.app, limits: { ...api.app.limits, keepRunsDays: 400 } }, 0)
  assert.ok((await placesOf('run_results')).length < before.length, 'other quarters are gone')
  const { rows } = await sql`select run.status, found.snapshot_sha256 as hash
    from runs as run join run_results as found on found.run_id = run.id order by run.id limit 1`.execute(api.db)
  assert.deepEqual(rows, [{ status: 'running', hash: 'h' }])
})

test('expired runs and their results are deleted with their partition; without the setting all are retained', async () => {
  await insertRuns()
  await deleteOldRuns(api.app, 0)
  assert.deepEqual([await countOf('runs'), await countOf('run_results')], [1000, 1000])
  const app = { ...api.app, limits: { ...api.app.limits, keepRunsDays: 400 } }
  const before = await placesOf('run_results')
  await deleteOldRuns(app, 0)
  assert.ok((await placesOf('run_results')).length < before.length)
  const runs = await countOf('runs')
  assert.equal(await countOf('run_results'), runs, 'a run and its result go together')
  assert.ok(runs > 400 && runs < 493, String(runs))
  await deleteOldRuns(app)
  assert.deepEqual([await countOf('runs'), await countOf('run_results')], [400, 400])
})

test('attempts and deliveries are dropped with their partition once all of them have expired', async () => {
  await sql`insert into deliveries (id, event_id, endpoint_id, type, cause, state, created_at, ended_at)
    overriding system value
    select n, 'evt_' || n, 'whk_1', 't', 'event', 'delivered', now() - interval '100 days', now() - interval '100 days'
    from generate_series(1, 50) as n`.execute(api.db)
  await sql`insert into delivery_attempts (delivery_id, attempt, outcome, started_at)
    select id, 1, 'delivered', now() - interval '20 days' from deliveries`.execute(api.db)
  await deleteOldDeliveries(api.app, 0)
  assert.ok((await placesOf('deliveries')).includes('deliveries_first'), 'its attempts have not expired')
  assert.equal(await countOf('deliveries'), 0, 'the first partition may hold rows of years: they go one by one')
  await sql`insert into delivery_attempts (delivery_id, attempt, outcome, started_at)
    values (7, 1, 'delivered', now() - interval '31 days')`.execute(api.db)
  await deleteOldAttempts(api.app, 0)
  assert.deepEqual(await placesOf('delivery_attempts'), ['delivery_attempts_1000', 'delivery_attempts_default'])
  await deleteOldDeliveries(api.app, 0)
  assert.deepEqual(await placesOf('deliveries'), ['deliveries_1000', 'deliveries_default'])
})
