import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { findDeliveryFaults } from '../../../src/features/webhooks/deliveries/service.ts'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { TENANT } from '../../harness/answers.ts'
import { type Api, SECRET_KEY, startApi } from '../../harness/api.ts'
import { required } from '../../harness/database.ts'
import { eventually } from '../../runs/eventually.ts'
import { deliver, deliveriesOf, hook } from '../../webhooks/fixture.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

const MAIN = fileURLToPath(new URL('../../../bin/plumbline.js', import.meta.url))

/** `plumbline work` in a separate process, which sends deliveries. */
async function spawnWorker(api: Api) {
  const { caFile } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const child = spawn(process.execPath, [MAIN, 'work'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: api.databaseUrl,
      NODE_EXTRA_CA_CERTS: caFile,
      PLUMBLINE_SECRET_KEY: SECRET_KEY,
      PLUMBLINE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      PLUMBLINE_LOG_LEVEL: 'silent',
    },
  })
  const exit = once(child, 'exit')
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exit
  }
  // A test that fails must not leave it behind: the run of all tests would wait for it.
  return { kill, [Symbol.asyncDispose]: () => kill('SIGKILL') }
}

/** Terminates every connection on the database's side. */
async function cutConnections({ databaseUrl }: Api): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await owner.end()
}

test('a killed sender loses nothing: its deliveries are sent again under the same id', async () => {
  await using api = await startApi()
  let isSlow = true
  await using receiver = await startReceiver((response, _, nth) => {
    // The receiver answers the first ones and then hangs, so that requests are in flight at the kill.
    if (isSlow && nth > 20) return
    response.end()
  })
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  const rows = Array.from({ length: 50 }, (_, n) => ({
    name: `Customer ${n}`,
    tenantId: TENANT,
  }))
  assert.equal((await acme.post('/v1/partner/customers/bulk', { customers: rows })).body.created, 50)
  await using worker = await spawnWorker(api)
  await eventually('it is in the middle', async () => receiver.received.length === 24)
  await eventually('the first ones are written', async () => {
    const done = (await deliveriesOf(api, id)).filter(({ state }) => state === 'delivered')
    return done.length === 20
  })
  await worker.kill('SIGKILL')
  isSlow = false
  const { rows: leased } = await sql`select from delivery_queue where lease_token is not null`.execute(api.db)
  assert.equal(leased.length, 4)
  // End those leases, as if half a minute had passed.
  await sql`update delivery_queue set lease_until = now() - interval '1 ms' where lease_token is not null`.execute(
    api.db,
  )
  await using _ = deliver(api)
  await eventually('all are delivered', async () =>
    (await deliveriesOf(api, id)).every(({ state }) => state === 'delivered'),
  )
  const deliveries = await deliveriesOf(api, id)
  assert.equal(deliveries.length, 50)
  assert.ok(deliveries.every(({ attempts }) => attempts === 1))
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
  assert.equal(ids.length, 54)
  assert.deepEqual(new Set(ids), new Set(deliveries.map(({ event_id }) => event_id)))
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('ten kills and a cut of all connections during 2,000 deliveries lose none and repeat only those in flight', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver((response) => setTimeout(() => response.end(), 15))
  const { partnerId } = await api.partner('acme')
  for (const nth of [1, 2, 3, 4]) await hook(api, partnerId, `${receiver.url}/${nth}`, { another: true })
  const acme = await api.as('acme')
  const customers = Array.from({ length: 100 }, (_, n) => ({ name: `Customer ${n}`, tenantId: TENANT }))
  for (let made = 0; made < 500; made += customers.length) {
    assert.equal((await acme.post('/v1/partner/customers/bulk', { customers })).body.created, customers.length)
  }
  let cutShort = 0
  for (let kills = 1; kills <= 10; kills += 1) {
    await using worker = await spawnWorker(api)
    await eventually(`kill ${kills}`, async () => receiver.received.length >= kills * 180)
    if (kills === 5) await cutConnections(api)
    await worker.kill('SIGKILL')
    // End the leases of dead senders, as if half a minute had passed.
    const { rows } = await sql`update delivery_queue set lease_until = now() - interval '1 ms'
      where lease_token is not null returning delivery_id`.execute(api.db)
    cutShort += rows.length
  }
  await using _ = deliver(api)
  const { rows } = await eventually('all are delivered', async () => {
    const all = await sql<{ state: string; attempts: number; n: number }>`
      select state, attempts, count(*) as n from deliveries group by state, attempts`.execute(api.db)
    return all.rows.every(({ state }) => state === 'delivered') ? all : undefined
  })
  assert.deepEqual(rows, [{ state: 'delivered', attempts: 1, n: 2000 }])
  const calls = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)
  assert.equal(new Set(calls).size, 2000)
  // The cut also left up to 16 attempts unrecorded; they wait for the end of their leases like those of dead senders.
  assert.ok(calls.length - 2000 <= cutShort, `${calls.length - 2000} repeated, ${cutShort} cut short`)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('a stopped sender finishes its attempts in flight', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver((response) => setTimeout(() => response.end(), 500))
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  await using worker = await spawnWorker(api)
  await acme.post('/v1/partner/customers', { name: 'Umbrella', tenantId: TENANT })
  await eventually('it is in flight', async () => receiver.received.length === 1)
  await worker.kill('SIGTERM')
  const [row] = await deliveriesOf(api, id)
  assert.deepEqual([row?.state, row?.attempts], ['delivered', 1])
})

test('deliveries continue after the database connections were cut', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver()
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  await using _ = deliver(api)
  const customer = { name: 'Umbrella', tenantId: TENANT }
  await acme.post('/v1/partner/customers', customer)
  await eventually('the first is there', async () => receiver.received.length === 1)
  await cutConnections(api)
  await eventually(
    'the API answers again',
    async () => (await acme.post('/v1/partner/customers', customer)).status === 201,
  )
  await eventually('the second is there', async () => receiver.received.length >= 2)
  await eventually('all are written', async () =>
    (await deliveriesOf(api, id)).every(({ state }) => state === 'delivered'),
  )
})
