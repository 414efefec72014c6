import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS } from '../../../src/engine/datasets/catalogue.ts'
import { openTracing } from '../../../src/platform/tracing/otlp.ts'
import { startApi } from '../../harness/api.ts'
import { startCollector } from '../../harness/span-collector.ts'
import { createRun, tenantIdOf, waitForEnd } from '../../runs/follow.ts'

test('each request that a reader sends to Graph is a span of its run, which names the dataset and no tenant', async () => {
  await using collector = await startCollector()
  await using api = await startApi({ worker: true })
  const tracing = await openTracing(collector.url, 'plumbline')
  api.app.tracing = tracing
  const acme = await api.as('acme')
  const { runId } = await createRun(acme, 'strong')
  assert.equal((await waitForEnd(acme, runId, 60_000)).status, 'completed')
  await tracing.close()
  const spans = collector.spans()
  const reading = spans.find(({ name }) => name === 'run reading')
  const requests = spans.filter(({ name }) => name.startsWith('graph '))
  const keys = new Set(DATASETS.map(({ key }) => key))
  assert.ok(requests.length > 50, `${requests.length} requests`)
  for (const { name, traceId, parentSpanId } of requests) {
    assert.ok(keys.has(name.slice('graph '.length)), name)
    assert.deepEqual({ traceId, parentSpanId }, { traceId: reading?.traceId, parentSpanId: reading?.spanId })
  }
  assert.equal(new Set(requests.map(({ spanId }) => spanId)).size, requests.length)
  assert.ok(!collector.text().includes(tenantIdOf('strong')))
})
