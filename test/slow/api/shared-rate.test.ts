import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { App } from '../../../src/app.ts'
import { findPartnerKey } from '../../../src/features/keys/store.ts'
import { openSharedRates } from '../../../src/http/rate-limits/open-shared.ts'
import { createSharedRateLimiter } from '../../../src/http/rate-limits/shared.ts'
import { SERVICE_ROLE } from '../../../src/platform/database/service-role.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { joinApiProcesses } from '../../../src/platform/rates/processes.ts'
import type { RateWindow } from '../../../src/platform/rates/windows.ts'
import { createRedisClient } from '../../../src/platform/redis/connection.ts'
import { hashKey } from '../../../src/shared/crypto/keys.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { assertProblem } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { administer, openTestDatabase } from '../../harness/database.ts'
import { startRedis, withoutRedis } from '../../harness/redis.ts'
import { eventually } from '../../runs/eventually.ts'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => new Date(nowMs) })
after(() => api[Symbol.asyncDispose]())

/** A busy machine is not a Redis that does not answer. */
const PATIENT = { minUptimeMs: 0, deadlineMs: 10_000 }

const RATES = { partnerRate: 20, distributorRate: 30 }
const distributor = await api.distributor('meridian')

type Server = Awaited<ReturnType<typeof startAnotherServer>>
type Rates = Awaited<ReturnType<typeof openSharedRates>>

/** Two servers with nothing in common but the database and Redis, like processes. */
async function startTwo(openRates: (app: App) => Promise<Pick<Rates, 'limiter'> & Partial<Rates>>) {
  const opened = [0, 1].map(() => openTestDatabase(api.databaseUrl, { poolSize: 10, role: SERVICE_ROLE }))
  const apps = opened.map(({ db }): App => ({ ...api.app, db, metrics: createMetrics() }))
  const rates = await Promise.all(apps.map(openRates))
  const servers = await Promise.all(
    apps.map((app, n) => startAnotherServer(app, { ...RATES, ...(rates[n] && { limiter: rates[n].limiter }) })),
  )
  const [one, two] = servers
  const [first, second] = apps
  assert.ok(one && two && first && second)
  return {
    servers: [one, two] as const,
    /** How many requests each of the two is counting elsewhere than it should. */
    fallbackOf: async (n: 0 | 1, store: 'redis' | 'database'): Promise<number | undefined> => {
      const { values } = await (n === 0 ? first : second).metrics.ratesFallback.get()
      return values.find(({ labels }) => labels.store === store)?.value
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
      await Promise.all(rates.map((each) => each.close?.()))
      await Promise.all(opened.map(({ pool }) => pool.end()))
    },
  }
}

/** How many of these parallel requests are admitted; the others get a Retry-After. */
async function burst(servers: readonly Server[], key: string, { requests = 60, header = 'X-Partner-Key' } = {}) {
  const path = header === 'X-Partner-Key' ? '/v1/partner/me' : '/v1/distributor/partners'
  const clients = servers.map((server) => server.client(key, header))
  const answers = await Promise.all(Array.from({ length: requests }, (_, n) => clients[n % clients.length]?.get(path)))
  for (const answer of answers) {
    assert.ok(answer)
    if (answer.status === 200) continue
    assertProblem(answer, 429, 'RATE_LIMITED')
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
    assert.match(String(answer.headers.ratelimit), /;r=0;/)
  }
  return answers.filter((answer) => answer?.status === 200).length
}

/** The rule of decision 5, whatever counts: never more than the limit in any 60 s, and exactly the limit at its pace. */
async function assertExact(servers: readonly [Server, Server]): Promise<void> {
  const { client: partner } = await makeActivePartner(api, distributor)
  for (let minutes = 0; minutes < 3; minutes++) {
    assert.equal(await burst(servers, partner.key), 20)
    assert.equal(await burst(servers, distributor.key, { header: 'X-Distributor-Key' }), 30)
    nowMs += 59_000 - (nowMs % 1000)
    assert.equal(await burst(servers, partner.key), 0)
    nowMs += 2_000
  }
  // Capacity returns request by request, whichever process used it.
  const clients = servers.map((server) => server.client(partner.key))
  for (let sent = 0; sent < 20; sent++) {
    const answer = await clients[sent % 2]?.get('/v1/partner/me')
    assert.equal(answer?.status, 200)
    assert.equal(answer.headers.ratelimit, `"partner";r=${19 - sent};t=${60 - sent}`)
    nowMs += 1000
  }
  const refused = (await clients[1]?.get('/v1/partner/me')) ?? assert.fail()
  assertProblem(refused, 429, 'RATE_LIMITED')
  nowMs += Number(refused.headers['retry-after']) * 1000
  assert.equal((await clients[0]?.get('/v1/partner/me'))?.status, 200)
  assertProblem((await clients[1]?.get('/v1/partner/me')) ?? assert.fail(), 429, 'RATE_LIMITED')
}

const inDatabase = async (app: App) => ({ limiter: createSharedRateLimiter(app, { countProcesses: () => 2 }) })

test('two processes on one database share one exact limit', async () => {
  await using two = await startTwo(inDatabase)
  await assertExact(two.servers)
})

test('a request is counted in the statement that finds its key, and a refused one changes nothing', async () => {
  await using two = await startTwo(inDatabase)
  const { client: partner } = await makeActivePartner(api, distributor)
  assert.equal(await burst(two.servers, partner.key), 20)
  const read = async () =>
    (await sql<{ place: string; key: string }>`select ctid::text as place, key from rate_windows`.execute(api.db)).rows
  const before = await read()
  assert.equal(await burst(two.servers, partner.key), 0)
  assert.deepEqual(await read(), before)
  const otherKey = partner.key.slice(0, -1) + (partner.key.endsWith('0') ? '1' : '0')
  const unknown = await two.servers[0].client(otherKey).get('/v1/partner/me')
  assert.equal(unknown.status, 401)
  assert.deepEqual(await read(), before)
})

test('of keys that are counted together each has its own count, and processes never wait for each other in a circle', async () => {
  const partners = await Promise.all(Array.from({ length: 6 }, () => makeActivePartner(api, distributor)))
  const keys = partners.map(({ client }) => ({ hash: hashKey(client.key), windows: [] as RateWindow[] }))
  const opened = [0, 1].map(() => openTestDatabase(api.databaseUrl, { poolSize: 10, role: SERVICE_ROLE }))
  const count = (n: number, ordered: typeof keys) =>
    ordered.map(({ hash, windows }) => {
      const onWindow = (window: RateWindow) => void windows.push(window)
      const { db = api.db } = opened[n % 2] ?? {}
      return findPartnerKey(db, hash, { limit: 40, nowMs: nowMs + n, onWindow, forgives: () => false })
    })
  for (let n = 0; n < 50; n += 2) {
    const found = await Promise.all([...count(n, keys), ...count(n + 1, keys.toReversed())])
    assert.ok(found.every((row) => row !== undefined))
  }
  for (const { windows } of keys) {
    const taken = windows.flatMap(({ allowed, total }) => (allowed && total !== null ? [total] : []))
    const each = Array.from({ length: 40 }, (_, before) => before + 1)
    assert.deepEqual([taken.toSorted((one, other) => one - other), windows.length], [each, 50])
  }
  await Promise.all(opened.map(({ pool }) => pool.end()))
})

test('two processes with one Redis share one exact limit, and the database counts nothing', {
  skip: withoutRedis,
}, async () => {
  await using redis = await startRedis()
  await using two = await startTwo((app) => openSharedRates(app, redis.url, PATIENT))
  await eventually(
    'both use Redis',
    async () => (await two.fallbackOf(0, 'redis')) === 0 && (await two.fallbackOf(1, 'redis')) === 0,
  )
  await api.db.deleteFrom('rate_windows').execute()
  await assertExact(two.servers)
  assert.deepEqual(await api.db.selectFrom('rate_windows').selectAll().execute(), [])
  const client = await createRedisClient(redis.url)
  await eventually('a connection', async () => client.status === 'ready')
  const keys = await client.keys('plumbline:rate:*')
  assert.ok(keys.length > 0)
  for (const key of keys) {
    const ttl = await client.pttl(key)
    assert.ok(ttl > 0 && ttl <= 60_000, `${key} expires in ${ttl} ms`)
  }
  client.disconnect()
})

test('if Redis is killed, hangs or restarts empty, no request fails, and no key gets twice its limit', {
  skip: withoutRedis,
}, async () => {
  await using redis = await startRedis()
  const young = 4_000
  await using two = await startTwo((app) => openSharedRates(app, redis.url, { minUptimeMs: young, deadlineMs: 1_000 }))
  const bothAt = async (value: 0 | 1) =>
    await eventually(`both have the fallback ${value}`, async () =>
      (await Promise.all([two.fallbackOf(0, 'redis'), two.fallbackOf(1, 'redis')])).every((each) => each === value),
    )
  await bothAt(0)
  const { client: partner } = await makeActivePartner(api, distributor)
  assert.equal(await burst(two.servers, partner.key), 20)

  await redis.kill()
  // The windows of the database do not know the 20; together it is twice the limit, and not one more.
  assert.equal(await burst(two.servers, partner.key), 20)
  await bothAt(1)
  assert.equal(await burst(two.servers, partner.key), 0)

  // It has forgotten everything, so it does not count until it has run for as long as a window lasts.
  await redis.start()
  assert.equal(await burst(two.servers, partner.key), 0)
  await bothAt(0)

  // A minute later Redis counts alone, and exactly.
  nowMs += 60_000
  assert.equal(await burst(two.servers, partner.key), 20)

  redis.hang()
  assert.equal(await burst(two.servers, partner.key), 20)
  assert.equal(await burst(two.servers, partner.key), 0)
  await bothAt(1)

  // Its memory is whole, so that it refuses at once what it had admitted.
  redis.goOn()
  await bothAt(0)
  assert.equal(await burst(two.servers, partner.key), 0)
})

test('if only one process has lost Redis, a key gets at most one more limit', { skip: withoutRedis }, async () => {
  await using redis = await startRedis()
  await using gone = await startRedis()
  const urls = [redis.url, gone.url]
  await using two = await startTwo((app) => openSharedRates(app, urls.shift(), { ...PATIENT, deadlineMs: 1_000 }))
  await eventually(
    'both use Redis',
    async () => (await two.fallbackOf(0, 'redis')) === 0 && (await two.fallbackOf(1, 'redis')) === 0,
  )
  gone.hang()
  const { client: partner } = await makeActivePartner(api, distributor)
  assert.equal(await burst(two.servers, partner.key, { requests: 120 }), 40)
  assert.equal(await burst(two.servers, partner.key), 0)
})

test('a Redis that is full or a replica is not used for counting', { skip: withoutRedis }, async () => {
  await using redis = await startRedis()
  await using two = await startTwo((app) => openSharedRates(app, redis.url, PATIENT))
  const bothAt = async (value: 0 | 1) =>
    await eventually(`both have the fallback ${value}`, async () =>
      (await Promise.all([two.fallbackOf(0, 'redis'), two.fallbackOf(1, 'redis')])).every((each) => each === value),
    )
  await bothAt(0)
  const client = await createRedisClient(redis.url)
  await eventually('a connection', async () => client.status === 'ready')
  const { client: partner } = await makeActivePartner(api, distributor)
  await client.config('SET', 'maxmemory', '1')
  assert.equal(await burst(two.servers, partner.key), 20)
  await bothAt(1)
  await client.config('SET', 'maxmemory', '0')
  await bothAt(0)
  await client.replicaof('127.0.0.1', 1)
  nowMs += 60_000
  assert.equal(await burst(two.servers, partner.key), 20)
  await bothAt(1)
  client.disconnect()
})

test('while the database is read-only, reads are served and each process admits its share', async () => {
  const name = new URL(api.databaseUrl).pathname.slice(1)
  const { client: partner } = await makeActivePartner(api, distributor)
  await administer(api.databaseUrl, `alter database ${name} set default_transaction_read_only = on`)
  try {
    await using two = await startTwo(inDatabase)
    assert.equal(await burst(two.servers, partner.key), 20)
    assert.equal(await burst(two.servers.slice(0, 1), partner.key), 0)
    assert.equal(await two.fallbackOf(0, 'database'), 1)
    const written = await two.servers[0]
      .client(distributor.key, 'X-Distributor-Key')
      .post('/v1/distributor/partners', {})
    assert.notEqual(written.status, 500)
  } finally {
    // The setting also applies to the connection that removes it.
    await administer(
      api.databaseUrl,
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    )
  }
})

test('processes count each other, and stop counting one that has died after a while', async () => {
  const { db, log } = api.app
  const one = await joinApiProcesses(db, log, 50)
  const two = await joinApiProcesses(db, log, 50)
  await eventually('both know of two', async () => one.count() === 2 && two.count() === 2)
  await two.stop()
  await eventually('one is left', async () => one.count() === 1)
  await db
    .insertInto('api_processes')
    .values([
      { id: 'silent', heartbeat_at: new Date(Date.now() - 31_000) },
      { id: 'alive', heartbeat_at: new Date(Date.now() - 5_000) },
    ])
    .execute()
  await eventually('only the one that is alive counts', async () => one.count() === 2)
  await one.stop()
})
