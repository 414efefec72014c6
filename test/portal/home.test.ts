import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { forecastRuns } from '../../src/features/portal/home/rules.ts'
import { DAY_MS } from '../../src/shared/datetime.ts'
import { OPEN_TENANT_IDS } from '../../src/simulator/tenants/tenants.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeActivePartner, makePartner } from '../harness/accounts.ts'
import { makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { deliver, emit, hook, waitForAttempts } from '../webhooks/fixture.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { signIn } from './sessions.ts'

let at = new Date('2026-04-02T00:00:00.000Z')
const api = await startApi({ now: () => at, collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
after(() => api[Symbol.asyncDispose]())

const [APPROVED = ''] = OPEN_TENANT_IDS
const UNAPPROVED = '99999999-9999-4999-8999-999999999999'

async function makeCustomerOf(client: Client, name: string, tenantId: string): Promise<string> {
  const made = await client.post('/v1/partner/customers', { name, tenantId })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

/** A run that has ended, as its customer's tenant lets it. */
async function runFor(client: Client, customerId: string): Promise<string> {
  const id = await makeRun(client, customerId)
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

async function homeOf(accountId: string, kind: 'partner' | 'distributor' = 'partner'): Promise<Json> {
  const { body, status, text } = await (await signIn(api, accountId, { role: 'reader' })).get(`/${kind}/home`)
  assert.equal(status, 200, text)
  return body
}

const doneIn = ({ checklist }: Json): string[] => checklist.filter(({ done }: Json) => done).map(({ id }: Json) => id)

test('the forecast is a straight line through the runs so far, and names what it rests on', () => {
  const month = (day: number, hour = 0) => new Date(Date.UTC(2026, 3, day, hour))
  const lookAt = (used: number, limit: number, now: Date, createdAt = month(-40)) =>
    forecastRuns({ used, limit, days: [] }, { createdAt, now }).forecast
  assert.deepEqual(lookAt(10, 50, month(11)), { runs: 30, from: month(1), asOf: month(11) })
  assert.deepEqual(lookAt(20, 50, month(11)), {
    runs: 60,
    from: month(1),
    asOf: month(11),
    limitReachedAt: month(26),
  })
  assert.equal(lookAt(50, 50, month(11))?.limitReachedAt, undefined, 'reached already')
  assert.equal(lookAt(100, -1, month(11))?.limitReachedAt, undefined, 'unlimited')
  assert.equal(lookAt(0, 50, month(11))?.runs, 0)
  assert.equal(lookAt(1, 50, month(1, 23)), undefined, 'less than a day')
  const late = lookAt(5, 50, month(21), month(11))
  assert.deepEqual([late?.runs, late?.from], [10, month(11)], 'an account that is younger than the month')
})

test('a new partner sees its limits and the steps to its first report', async () => {
  at = new Date('2026-04-02T00:00:00.000Z')
  const { partnerId } = await api.partner('beginner', 'starter')
  const home = await homeOf(partnerId)
  assert.deepEqual(home, {
    month: '2026-04',
    runs: { used: 0, limit: 50, days: [] },
    customers: { count: 0, limit: 10_000 },
    checklist: ['key', 'webhook', 'customer', 'consent', 'run'].map((id) => ({ id, done: id === 'key' })),
    attention: [],
  })
  const client = await api.as('beginner')
  const customerId = await makeCustomerOf(client, 'First', APPROVED)
  assert.deepEqual(doneIn(await homeOf(partnerId)), ['key', 'customer', 'consent'])
  await runFor(client, customerId)
  await hook(api, partnerId, 'https://localhost:1/hook')
  assert.deepEqual(doneIn(await homeOf(partnerId)), ['key', 'webhook', 'customer', 'consent', 'run'])
})

test('runs are shown by day with a forecast; failed ones do not count', async () => {
  at = new Date('2026-05-20T00:00:00.000Z')
  const { partnerId } = await api.partner('paced', 'enterprise')
  const client = await api.as('paced')
  const [good, bad] = [
    await makeCustomerOf(client, 'Good', APPROVED),
    await makeCustomerOf(client, 'Unapproved', UNAPPROVED),
  ]
  await runFor(client, good)
  at = new Date('2026-06-01T23:59:00.000Z')
  await runFor(client, good)
  at = new Date('2026-06-04T00:00:00.000Z')
  await runFor(client, good)
  await runFor(client, good)
  await runFor(client, bad)
  at = new Date('2026-06-07T00:00:00.000Z')
  const { runs } = await homeOf(partnerId)
  assert.deepEqual(runs, {
    used: 3,
    limit: -1,
    days: [
      { day: '2026-06-01', runs: 1 },
      { day: '2026-06-04', runs: 2 },
    ],
    forecast: { runs: 15, from: '2026-06-01T00:00:00.000Z', asOf: at.toISOString() },
  })
  await client.delete(`/v1/partner/customers/${good}`)
  const after = (await homeOf(partnerId)).runs
  assert.deepEqual([after.used, after.days], [3, []], 'runs of a deleted customer stay counted')
})

test('a subscription that is not paid allows no runs', async () => {
  const { partnerId } = await api.partner('unpaid', 'starter')
  await api.db.updateTable('subscriptions').set({ status: 'unpaid' }).where('partner_id', '=', partnerId).execute()
  assert.equal((await homeOf(partnerId)).runs.limit, 0)
})

test('what needs attention is listed until it is mended, for its own account only', async () => {
  at = new Date('2026-07-01T00:00:00.000Z')
  const [{ partnerId }, other] = [await api.partner('busy'), await api.partner('idle')]
  const client = await api.as('busy')
  const [good, bad] = [
    await makeCustomerOf(client, 'Good', APPROVED),
    await makeCustomerOf(client, 'Unapproved', UNAPPROVED),
  ]
  await runFor(client, good)
  const failed = await runFor(client, bad)
  const [soon, later] = [30, 31].map((days) => new Date(at.getTime() + days * DAY_MS).toISOString())
  for (const [object, expiresAt] of [
    ['soon@x.example', soon],
    ['later@x.example', later],
  ]) {
    const made = await client.post(`/v1/partner/customers/${good}/exceptions`, {
      kind: 'emergency-account',
      object,
      reason: 'Needed when nothing else works.',
      approver: 'Ada Park',
      expiresAt,
    })
    assert.equal(made.status, 201, made.text)
  }
  const since = at.toISOString()
  const named = (customerId: string, name: string) => ({ count: 1, since, customerId, name })
  assert.deepEqual((await homeOf(partnerId)).attention, [
    { kind: 'run-failed', ...named(bad, 'Unapproved') },
    { kind: 'consent-missing', ...named(bad, 'Unapproved') },
    { kind: 'exception-ending', ...named(good, 'Good'), since: soon },
  ])
  assert.deepEqual((await homeOf(other.partnerId)).attention, [])

  await makeCustomerOf(client, 'Another', UNAPPROVED.replace('9', '8'))
  const [, missing] = (await homeOf(partnerId)).attention
  assert.deepEqual(missing, { kind: 'consent-missing', count: 2, since }, 'two have no common name')

  await client.put(`/v1/partner/customers/${bad}`, { tenantId: APPROVED })
  at = new Date(at.getTime() + 1)
  assert.notEqual(await runFor(client, bad), failed)
  const kinds = (await homeOf(partnerId)).attention.map(({ kind }: Json) => kind)
  assert.deepEqual(kinds, ['consent-missing', 'exception-ending'], 'a newer run has succeeded')
})

test('a webhook fails until a delivery arrives', async () => {
  let status = 500
  await using receiver = await startReceiver((response) => response.writeHead(status).end())
  const { partnerId } = await api.partner('hooked')
  const client = await api.as('hooked')
  const { id } = await hook(api, partnerId, receiver.url)
  await using _ = deliver(api, { retrySeconds: [] })
  await emit(client)
  await waitForAttempts(api, id, 1)
  const isFailing = async () =>
    (await homeOf(partnerId)).attention.filter(({ kind }: Json) => kind === 'webhook-failing')
  const [failing] = await isFailing()
  assert.deepEqual(Object.keys(failing).sort(), ['count', 'kind', 'since'], 'the address stays hidden from readers')
  assert.equal(failing.count, 1)
  status = 200
  await emit(client)
  await waitForAttempts(api, id, 2)
  assert.deepEqual(await isFailing(), [])
})

test('a distributor sees its partners, their runs and overdue activations', async () => {
  at = new Date('2026-08-10T00:00:00.000Z')
  const distributor = await api.distributor('home-distribution')
  const other = await api.distributor('other-distribution')
  await makePartner(other, { email: 'admin@not-ours.example' })
  const pending = await makePartner(distributor, { email: 'admin@pending.example', company: 'Pending Ltd' })
  const active = await makeActivePartner(api, distributor, { email: 'admin@active.example' })
  const gone = await makeActivePartner(api, distributor, { email: 'admin@gone.example' })
  await distributor.post(`/v1/distributor/partners/${gone.id}/suspend`)
  await runFor(active.client, await makeCustomerOf(active.client, 'Theirs', APPROVED))
  const home = await homeOf(distributor.id, 'distributor')
  assert.deepEqual(home, {
    month: '2026-08',
    runs: { used: 1, limit: -1, days: [{ day: '2026-08-10', runs: 1 }] },
    customers: { count: 1 },
    partners: { active: 1, pending: 1, suspended: 1 },
    checklist: ['key', 'webhook', 'partner'].map((id) => ({ id, done: id !== 'webhook' })),
    attention: [],
  })
  const since = at.toISOString()
  at = new Date(at.getTime() + 7 * DAY_MS)
  const late = await homeOf(distributor.id, 'distributor')
  assert.equal(late.runs.forecast.runs, 3, '1 run in 7 of 22 days')
  assert.deepEqual(late.attention, [
    { kind: 'activation-overdue', count: 1, since, partnerId: pending, name: 'Pending Ltd' },
  ])
})
