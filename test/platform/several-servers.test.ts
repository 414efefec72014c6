import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../src/platform/database/database.ts'
import { listen } from '../../src/platform/database/notifications.ts'
import { describeUrl, serversOf } from '../../src/platform/database/servers.ts'
import { troubleOf } from '../../src/platform/database/trouble.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { explainDatabaseError } from '../../src/runtime/database-access.ts'
import { createTestDatabase } from '../harness/database.ts'
import { eventually } from '../runs/eventually.ts'
import { startDatabaseProxy } from './database-proxy.ts'

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>

/** The connection string that names these servers in this order. */
const urlOf = (...proxies: Proxy[]): string =>
  (proxies[0]?.url ?? '').replace(proxies[0]?.host ?? '', proxies.map(({ host }) => host).join(','))

const WRITE = sql`create temporary table written (id int) on commit drop`

async function open(...proxies: Proxy[]) {
  const { db, pool } = openDatabase(urlOf(...proxies), { poolSize: 2, onError: () => {}, deadlineMs: 5_000 })
  return { db, [Symbol.asyncDispose]: () => pool.end() }
}

test('connections lead to the server that accepts changes, wherever it is in the list', async () => {
  await using database = await createTestDatabase()
  await using primary = await startDatabaseProxy(database.serviceUrl)
  await using standby = await startDatabaseProxy(database.serviceUrl)
  standby.demote(true)
  for (const order of [
    [primary, standby],
    [standby, primary],
  ]) {
    await using opened = await open(...order)
    await Promise.all(Array.from({ length: 4 }, () => WRITE.execute(opened.db)))
  }
})

test('a server that cannot be reached is passed over', async () => {
  await using database = await createTestDatabase()
  await using primary = await startDatabaseProxy(database.serviceUrl)
  const gone = await startDatabaseProxy(database.serviceUrl)
  await gone[Symbol.asyncDispose]()
  await using opened = await open(gone, primary)
  await WRITE.execute(opened.db)
})

test('after a switchover one statement at most fails on a connection, and the next ones reach the new primary', async () => {
  await using database = await createTestDatabase()
  await using first = await startDatabaseProxy(database.serviceUrl)
  await using second = await startDatabaseProxy(database.serviceUrl)
  second.demote(true)
  await using opened = await open(first, second)
  const heard: unknown[] = []
  const events = new EventTarget()
  const listener = listen(urlOf(first, second), 'switched', {
    onMessage: (payload) => heard.push(payload),
    onOpen: () => events.dispatchEvent(new Event('open')),
  })
  await once(events, 'open')
  await WRITE.execute(opened.db)

  first.demote(true)
  second.demote(false)
  const again = once(events, 'open')
  first.cut()
  let failures = 0
  await eventually('a change', async () => {
    const error = await WRITE.execute(opened.db).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (error === undefined) return true
    failures++
    assert.notEqual(troubleOf(error), undefined, String(error))
    return false
  })
  assert.ok(failures <= 2, `${failures} statements failed`)
  await again
  await sql`select pg_notify('switched', 'from the new primary')`.execute(opened.db)
  await eventually('a notification', async () => heard.includes('from the new primary'))
  await listener.close()
})

test('if every server is a standby or unreachable, the error says so', async () => {
  await using database = await createTestDatabase()
  const [one, two] = [await startDatabaseProxy(database.serviceUrl), await startDatabaseProxy(database.serviceUrl)]
  await using opened = await open(one, two)
  const failure = async (): Promise<unknown> =>
    WRITE.execute(opened.db).then(
      () => assert.fail('it did not fail'),
      (error: unknown) => error,
    )
  one.demote(true)
  two.demote(true)
  assert.equal(troubleOf(await failure()), 'read-only')
  await one[Symbol.asyncDispose]()
  assert.equal(troubleOf(await failure()), 'read-only')
  await two[Symbol.asyncDispose]()
  const error = await failure()
  assert.equal(troubleOf(error), 'unreachable')
  const explained = explainDatabaseError(error, { serviceUrl: urlOf(one, two) })
  assert.match(String(explained), new RegExp(`The database server ${one.host}, ${two.host} cannot be reached`))
})

test('a refused user is named with the setting that has the password', async () => {
  await using database = await createTestDatabase()
  const urlWith = (user: string): string =>
    Object.assign(new URL(database.url), { username: user, password: 'wrong' }).href
  const [ownerUrl, serviceUrl] = [urlWith('an_owner'), urlWith('a_service')]
  for (const [url, setting] of [
    [ownerUrl, 'PLUMBLINE_DATABASE_OWNER_URL'],
    [serviceUrl, 'DATABASE_URL'],
  ] as const) {
    const client = new pg.Client({ connectionString: url })
    const refused = await client.connect().then(
      () => assert.fail('the server takes any password'),
      (error: unknown) => error,
    )
    const { username } = new URL(url)
    assert.equal(
      String(explainDatabaseError(refused, { ownerUrl, serviceUrl })),
      `LaunchFailure: The database server ${new URL(url).host} refuses the user ${username} or its password. Correct them in ${setting}.`,
    )
  }
})

test('a connection string may name several servers, and each of them is checked', () => {
  const url = 'postgresql://plumbline:a%40b@one:5432,two:6432/service?sslmode=require'
  assert.deepEqual(serversOf(url), [
    'postgresql://plumbline:a%40b@one:5432/service?sslmode=require',
    'postgresql://plumbline:a%40b@two:6432/service?sslmode=require',
  ])
  assert.deepEqual(describeUrl(url), {
    user: 'plumbline',
    password: 'a@b',
    database: 'service',
    hosts: 'one:5432, two:6432',
  })
  assert.equal(readSettings({ DATABASE_URL: url }).databaseUrl, url)
  for (const wrong of [
    'mysql://one/service',
    'postgresql://one:port,two/service',
    'postgresql://u@one,:5432/service',
    'one',
  ])
    assert.throws(() => readSettings({ DATABASE_URL: wrong }), /DATABASE_URL must be an address/, wrong)
})
