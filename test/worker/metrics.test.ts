import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { openMetrics } from '../harness/metrics.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { eventually } from '../runs/eventually.ts'
import { openWorker } from '../runs/workers.ts'

const NOT_APPROVED = '6f1c3f8e-9a51-4f6e-8d63-2b7e4c9d0a11'

test('requests are counted by the pattern of their route, never by a path that a client chose', async () => {
  await using api = await startApi({ partnerRate: 2 })
  await using metrics = await openMetrics(api.app)
  const client = await api.as('acme')
  await client.get('/v1/partner/customers/cust_01m7zb6f92ew9sper5vfdkv3j1')
  await client.get('/v1/partner/me')
  await client.get('/v1/partner/me')
  await client.get('/v1/partner/nothing-here?secret=1')
  await eventually('all requests are counted', async () => {
    const read = await metrics.read()
    const count = (labels: string): number | undefined => read[`plumbline_http_request_seconds_count{${labels}}`]
    return (
      count('route="/api/v1/partner/customers/:id",method="GET",status="4xx"') === 1 &&
      count('route="/api/v1/partner/me",method="GET",status="2xx"') === 1 &&
      count('route="/api/v1/partner/me",method="GET",status="4xx"') === 1 &&
      count('route="none",method="GET",status="4xx"') === 1
    )
  })
  const read = await metrics.read()
  assert.equal(read['plumbline_http_requests_limited_total{api="partner"}'], 1)
  assert.deepEqual(
    Object.keys(read).filter((series) => /cust_|secret|nothing/.test(series)),
    [],
  )
})

test('a run is counted from its queue to its end, with the time of each phase', async () => {
  await using api = await startApi()
  await using metrics = await openMetrics(api.app)
  const client = await api.as('acme')
  const customer = await client.post('/v1/partner/customers', { name: 'Umbrella', tenantId: TENANT })
  const customerId = customer.body.id
  await client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
  const queued = await metrics.read()
  assert.equal(queued['plumbline_runs{status="queued"}'], 1)
  assert.equal(queued['plumbline_jobs{task="assess",state="due"}'], 1)
  assert.ok((queued.plumbline_runs_oldest_queued_seconds ?? 0) > 0)
  assert.ok((queued['plumbline_database_connections{state="idle"}'] ?? 0) > 0)

  const unknown = await client.post('/v1/partner/customers', { name: 'Nobody', tenantId: NOT_APPROVED })
  await client.post('/v1/partner/assessments', { customerId: unknown.body.id, product: 'essential-eight' })
  await using _worker = await openWorker(api, async ({ tenantId }) => emptySnapshot(tenantId))
  await eventually('both runs have ended', async () => {
    const read = await metrics.read()
    return (
      read.plumbline_runs_completed_total === 1 &&
      read['plumbline_runs_failed_total{code="CONSENT_MISSING"}'] === 1 &&
      read['plumbline_job_seconds_count{task="assess",outcome="done"}'] === 2
    )
  })
  const ended = await metrics.read()
  for (const phase of ['reading', 'evaluating', 'storing'])
    assert.equal(ended[`plumbline_run_seconds_count{phase="${phase}"}`], 1, phase)
  assert.equal(ended['plumbline_run_seconds_count{phase="waiting"}'], 2)
  assert.equal(ended['plumbline_runs{status="queued"}'], 0)
})
