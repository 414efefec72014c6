import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startApi } from '../../harness/api.ts'
import type { Client } from '../../harness/client.ts'
import type { Collector } from '../../harness/collector.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, tenantIdOf, waitForEnd } from '../../runs/follow.ts'
import { openWorker, QUICK } from '../../runs/workers.ts'

const QUEUED = 5_000
const AT_ONCE = 50
const CONCURRENCY = 4

const collect: Collector = async ({ tenantId }) => emptySnapshot(tenantId)

/** Queues this many runs, of a few customers in turn. */
async function queueRuns(client: Client, runs: number): Promise<void> {
  const customers = Array.from({ length: AT_ONCE }, (_, n) => ({ name: `Customer ${n}`, tenantId: tenantIdOf('weak') }))
  const created = await client.post('/v1/partner/customers/bulk', { customers })
  const customerIds = created.body.customers.map(({ id }: { id: string }) => id)
  for (let queued = 0; queued < runs; queued += AT_ONCE) {
    const { body } = await client.post('/v1/partner/assessments/bulk', { product: 'essential-eight', customerIds })
    assert.equal(body.queued, AT_ONCE)
  }
}

/** The partners of the runs that were started after a time, in that order. */
async function startedAfter({ db }: Api, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('partner_id')
    .where('started_at', '>', at)
    .orderBy('started_at')
    .execute()
  return rows.map(({ partner_id }) => partner_id)
}

const countStarted = async ({ db }: Api): Promise<number> =>
  (await db.selectFrom('runs').select('id').where('started_at', 'is not', null).execute()).length

test('with 5,000 queued runs of one partner, another partner’s run starts at once, and two long queues alternate', async () => {
  await using api = await startApi()
  const [large, small, late] = [
    await api.as('acme', 'enterprise'),
    await api.as('globex', 'enterprise'),
    await api.as('initech', 'enterprise'),
  ]
  await queueRuns(large, QUEUED)
  await using _ = await openWorker(api, collect, { ...QUICK, concurrency: CONCURRENCY })
  await eventually('some runs of the long queue have started', async () => (await countStarted(api)) > 50)

  const { runId } = await createRun(small)
  const { createdAt, startedAt } = await waitForEnd(small, runId)
  const between = await api.db
    .selectFrom('runs')
    .select('id')
    .where('started_at', '>', new Date(createdAt))
    .where('started_at', '<', new Date(startedAt))
    .execute()
  assert.ok(between.length <= 3 * CONCURRENCY, `${between.length} runs of the long queue were started first`)

  await queueRuns(late, 200)
  const at = new Date()
  const first = await eventually('a hundred more runs have started', async () => {
    const partners = await startedAfter(api, at)
    return partners.length >= 100 && partners.slice(0, 100)
  })
  const own = (await api.partner('acme', 'enterprise')).partnerId
  const share = first.filter((partnerId) => partnerId === own).length
  assert.ok(share >= 40 && share <= 60, `${share} of 100 runs were of the queue that began earlier`)
})
