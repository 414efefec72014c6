import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findDeliveryFaults } from '../../../src/features/webhooks/deliveries/service.ts'
import { TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { openDatabaseServer } from '../../harness/database-server.ts'
import { eventually } from '../../runs/eventually.ts'
import { deliver, hook } from '../../webhooks/fixture.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

const ENDPOINTS = 4
const MAX_INFLIGHT = 4
const CUSTOMERS = 300

/** A lease of 30 s, and the time to notice that it is over. */
const STUCK_MS = 35_000

test('restarts and crashes of the database lose no delivery, and only those in flight arrive twice', async () => {
  await using server = await openDatabaseServer()
  await using api = await startApi()
  await using receiver = await startReceiver((response) => setTimeout(() => response.end(), 15))
  const { partnerId } = await api.partner('acme')
  for (let nth = 1; nth <= ENDPOINTS; nth++) await hook(api, partnerId, `${receiver.url}/${nth}`, { another: true })
  const acme = await api.as('acme')
  const customers = Array.from({ length: 100 }, (_, n) => ({ name: `Customer ${n}`, tenantId: TENANT }))
  for (let made = 0; made < CUSTOMERS; made += customers.length) {
    assert.equal((await acme.post('/v1/partner/customers/bulk', { customers })).body.created, customers.length)
  }
  await using _ = deliver(api)
  let downs = 0
  for (const how of ['SIGINT', 'SIGKILL'] as const) {
    downs += 1
    await eventually(`it is in the middle, for ${how}`, async () => receiver.received.length >= downs * 300)
    await server.goDown(how)
    await server.comeBack()
  }
  const backMs = Date.now()
  const rows = await eventually(
    'all are delivered',
    async () => {
      const all = await sql<{ state: string; attempts: number; n: number }>`
        select state, attempts, count(*) as n from deliveries group by state, attempts`.execute(api.db)
      return all.rows.every(({ state }) => state === 'delivered') && all.rows
    },
    STUCK_MS + 60_000,
  )
  console.log(`all are delivered ${Date.now() - backMs} ms after the database was back`)
  assert.deepEqual(rows, [{ state: 'delivered', attempts: 1, n: CUSTOMERS * ENDPOINTS }])
  const calls = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)
  assert.equal(new Set(calls).size, CUSTOMERS * ENDPOINTS)
  const repeated = calls.length - CUSTOMERS * ENDPOINTS
  assert.ok(repeated <= downs * ENDPOINTS * MAX_INFLIGHT, `${repeated} came twice`)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})
