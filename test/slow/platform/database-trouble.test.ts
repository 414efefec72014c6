import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { listen } from '../../../src/platform/database/notifications.ts'
import { troubleOf } from '../../../src/platform/database/trouble.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { startDatabaseProxy } from '../../platform/database-proxy.ts'

/** Of which the server has half a second. */
const DEADLINE_MS = 2_500

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )

test('the server cancels a statement that takes too long, and its connection stays open', async () => {
  await using database = await createTestDatabase()
  const { db, pool } = openDatabase(database.serviceUrl, { poolSize: 1, onError: () => {}, deadlineMs: DEADLINE_MS })
  const pidOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await pidOf()
  const error = await failureOf(sql`select pg_sleep(60)`.execute(db))
  assert.equal(troubleOf(error), 'silent')
  assert.match(String(error), /statement timeout/)
  assert.equal(await pidOf(), before)
  await pool.end()
})

test('if the network drops all packets, a statement fails at its deadline, and the connection is not used again', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startDatabaseProxy(database.serviceUrl)
  const { db, pool } = openDatabase(proxy.url, { poolSize: 1, onError: () => {}, deadlineMs: DEADLINE_MS })
  await sql`select 1`.execute(db)
  proxy.silence(true)
  const [plain, prepared] = [sql`select 1`, sql`select ${1}::int`]
  for (const statement of [plain, prepared]) {
    assert.equal(troubleOf(await failureOf(statement.execute(db))), 'silent')
    proxy.silence(false)
    await statement.execute(db)
    proxy.silence(true)
  }
  proxy.silence(false)
  await pool.end()
})

test('a listener whose connection went silent listens again', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startDatabaseProxy(database.serviceUrl)
  const events = new EventTarget()
  const heard: string[] = []
  const opened = once(events, 'open')
  const listener = listen(proxy.url, 'test_channel', {
    onOpen: () => events.dispatchEvent(new Event('open')),
    onLose: () => events.dispatchEvent(new Event('lose')),
    onMessage: (payload) => {
      heard.push(payload)
      events.dispatchEvent(new Event('message'))
    },
    askMs: 200,
  })
  await opened
  const lost = once(events, 'lose')
  proxy.silence(true)
  await lost
  const reopened = once(events, 'open')
  proxy.silence(false)
  await reopened
  const { db, pool } = openDatabase(database.serviceUrl, { poolSize: 1, onError: () => {} })
  const message = once(events, 'message')
  await sql`select pg_notify('test_channel', 'hello')`.execute(db)
  await message
  assert.deepEqual(heard, ['hello'])
  await pool.end()
  await listener.close()
})
