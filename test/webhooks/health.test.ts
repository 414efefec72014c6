import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findAccount } from '../../src/features/accounts/service.ts'
import { listMails } from '../../src/features/mail/sending/service.ts'
import { sendTest } from '../../src/features/webhooks/deliveries/service.ts'
import { pauseEndpoint } from '../../src/features/webhooks/endpoints/service.ts'
import { alertFailingEndpoints, reconcileDeliveries } from '../../src/features/webhooks/health/service.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { serveMetrics } from '../../src/runtime/metrics.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { type Api, startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'
import { deliver, emit, hook, waitForAttempts } from './fixture.ts'
import { startReceiver } from './receiver.ts'

/** Moves all deliveries this many hours into the past. */
async function age(api: Api, hours: number): Promise<void> {
  await sql`update deliveries set created_at = created_at - make_interval(hours => ${hours}),
    ended_at = ended_at - make_interval(hours => ${hours})`.execute(api.db)
  await sql`update webhook_endpoints set alerted_at = alerted_at - make_interval(hours => ${hours})`.execute(api.db)
}

test('an endpoint that failed for a day is reported once, and again only after a success in between', async () => {
  await using api = await startApi()
  let status = 500
  await using receiver = await startReceiver((response) => response.writeHead(status).end())
  const client = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await hook(api, partnerId, receiver.url)
  await using _ = deliver(api, { retrySeconds: [] })

  await sendTest(api.app, AUTHOR, { account: await findAccount(api.app, partnerId), endpointId: id })
  await waitForAttempts(api, id, 1)
  await age(api, 25)
  assert.equal(await alertFailingEndpoints(api.app), 0, 'the sender of a test has seen its outcome')
  await emit(client)
  await waitForAttempts(api, id, 2)
  assert.equal(await alertFailingEndpoints(api.app), 0, 'it has only just failed')
  await age(api, 23)
  assert.equal(await alertFailingEndpoints(api.app), 0)
  await age(api, 2)
  assert.deepEqual(
    (await Promise.all([alertFailingEndpoints(api.app), alertFailingEndpoints(api.app)])).sort(),
    [0, 1],
    'two concurrent processes report it once',
  )
  await age(api, 30)
  assert.equal(await alertFailingEndpoints(api.app), 0)

  status = 200
  await emit(client)
  await waitForAttempts(api, id, 3)
  await age(api, 30)
  assert.equal(await alertFailingEndpoints(api.app), 0, 'the newest delivery got through')
  status = 500
  await emit(client)
  await waitForAttempts(api, id, 4)
  await age(api, 25)
  assert.equal(await alertFailingEndpoints(api.app), 1)
  const audit = await client.get('/v1/partner/audit')
  assert.equal(audit.body.entries.filter(({ action }: { action: string }) => action === 'webhook.failing').length, 2)
})

test('a paused endpoint is not reported, and the email goes to the account of the endpoint', async () => {
  await using api = await startApi({ worker: true })
  await using receiver = await startReceiver((response) => response.writeHead(503).end())
  const distributor = await api.distributor('meridian')
  const { id } = await hook(api, distributor.id, receiver.url)
  await using _ = deliver(api, { retrySeconds: [] })
  const { body: partner } = await distributor.post('/v1/distributor/partners', {
    email: 'admin@acme.example',
    company: 'Acme',
    name: 'Admin',
    plan: 'starter',
    billing: { currency: 'AUD' },
  })
  await distributor.post(`/v1/distributor/partners/${partner.id}/activate`)
  await waitForAttempts(api, id, 1)
  await age(api, 25)

  const account = await findAccount(api.app, distributor.id)
  await pauseEndpoint(api.app, AUTHOR, { account, endpointId: id }, new Date(Date.now() + 3_600_000))
  assert.equal(await alertFailingEndpoints(api.app), 0)
  await pauseEndpoint(api.app, AUTHOR, { account, endpointId: id }, null)
  assert.equal(await alertFailingEndpoints(api.app), 1)
  const mail = await eventually('the email is written', async () =>
    (await listMails(api.app, 10)).find(({ kind }) => kind === 'webhook-failing'),
  )
  assert.equal(mail.to, 'ops@meridian.example')
  const { text } = await api.db.selectFrom('mails').select('text').where('id', '=', mail.id).executeTakeFirstOrThrow()
  assert.ok(text?.includes(id) && text.includes(receiver.url), 'it names the webhook and its address')
})

test('metrics show attempts, pending deliveries and their delay', async () => {
  await using api = await startApi()
  let status = 500
  await using receiver = await startReceiver((response) => response.writeHead(status).end())
  const client = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await hook(api, partnerId, receiver.url)
  const metrics = await serveMetrics(api.app, { port: 0 })
  const read = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith('plumbline_'))
    return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
  }
  try {
    await emit(client)
    const waiting = await read()
    assert.equal(waiting['plumbline_webhook_deliveries{state="due"}'], 1)
    assert.equal(waiting.plumbline_webhook_lanes, 1)
    assert.ok((waiting.plumbline_webhook_lag_seconds ?? 0) > 0)
    {
      await using _ = deliver(api, { retrySeconds: [3600] })
      await waitForAttempts(api, id, 1)
      status = 200
      await emit(client)
      await waitForAttempts(api, id, 2)
    }
    const after = await read()
    assert.equal(after['plumbline_webhook_attempts_total{outcome="failed"}'], 1)
    assert.equal(after['plumbline_webhook_attempts_total{outcome="delivered"}'], 1)
    assert.equal(after['plumbline_webhook_deliveries_ended_total{state="delivered"}'], 1)
    assert.equal(after['plumbline_webhook_deliveries_ended_total{state="failed"}'], undefined, 'it is tried again')
    assert.equal(after['plumbline_webhook_attempt_seconds_count{outcome="delivered"}'], 1)
    assert.equal(after['plumbline_webhook_deliveries{state="scheduled"}'], 1)
    assert.equal(after.plumbline_webhook_lag_seconds, 0)

    await reconcileDeliveries(api.app)
    assert.equal((await read()).plumbline_webhook_faults, 0)
    await sql`delete from delivery_queue`.execute(api.db)
    await reconcileDeliveries(api.app)
    assert.equal((await read()).plumbline_webhook_faults, 1, 'a delivery that is not queued is found')
    const second = await serveMetrics({ ...api.app, metrics: createMetrics() }, { port: metrics.port })
    await second.close()
    assert.ok('plumbline_webhook_lanes' in (await read()), 'a port in use stops neither process')
  } finally {
    await metrics.close()
  }
})
