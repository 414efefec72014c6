import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../harness/api.ts'
import { openDatabaseServer } from '../../harness/database-server.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, waitForEnd } from '../../runs/follow.ts'
import { openWorker } from '../../runs/workers.ts'

/** One more than a job has attempts. */
const OUTAGES = 6

test('a run that loses its database more often than a job has attempts still completes', async () => {
  await using server = await openDatabaseServer()
  await using api = await startApi()
  let attempts = 0
  let down = Promise.withResolvers<void>()
  await using _worker = await openWorker(api, async ({ tenantId }) => {
    attempts += 1
    if (attempts <= OUTAGES) await down.promise
    return emptySnapshot(tenantId)
  })
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  for (let outage = 1; outage <= OUTAGES; outage++) {
    await eventually(`attempt ${outage} reads the tenant`, async () => attempts === outage, 30_000)
    await server.goDown('SIGKILL')
    down.resolve()
    down = Promise.withResolvers()
    await server.comeBack()
  }
  const run = await waitForEnd(acme, runId)
  assert.deepEqual([run.status, attempts], ['completed', OUTAGES + 1])
})
