import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRateLeases } from '../../../src/platform/rates/leases.ts'
import { SIMULATOR_CLIENT, startApi } from '../../harness/api.ts'
import { createRun, tenantIdOf, waitForEnd } from '../../runs/follow.ts'
import { spawnWorker } from '../../runs/workers.ts'

test('two workers that read one tenant at the same time are never throttled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shared pace '))
  await using api = await startApi({ simulator: true })
  const { simulator } = api
  assert.ok(simulator)
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, api.ca)
  const { clientId, clientSecret: secret } = SIMULATOR_CLIENT
  const where = { url: simulator.url, caFile, clientId, secret }
  const acme = await api.as('acme', 'enterprise')
  const runs = await Promise.all(Array.from({ length: 4 }, () => createRun(acme, 'strong')))
  // Each carries out two runs at a time.
  const workers = [spawnWorker(api, where), spawnWorker(api, where)]
  try {
    const ended = await Promise.all(runs.map(({ runId }) => waitForEnd(acme, runId, 120_000)))
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['completed', 'completed', 'completed', 'completed'],
    )
    const readers = await api.db.selectFrom('workers').select('worker_id').distinct().execute()
    assert.equal(readers.length, 2)
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()))
    await rm(folder, { recursive: true })
  }
  for (const [rateClass, { throttled, peak }] of Object.entries(simulator.stats(tenantIdOf('strong')))) {
    assert.equal(throttled, 0, rateClass)
    assert.ok(peak > 0, `${rateClass} received no request`)
  }
})

test('processes share a limit, get what is left of it, and return only what they did not use', async () => {
  await using api = await startApi()
  const [one, other] = [createRateLeases(api.db), createRateLeases(api.db)]
  const limit = { key: 'a', limit: 10, windowMs: 600_000 }
  const first = await one.lend(limit, { min: 1, wanted: 8 })
  const second = await other.lend(limit, { min: 1, wanted: 8 })
  assert.ok('id' in first && 'id' in second)
  assert.deepEqual([first.units, second.units], [8, 2])
  assert.ok('waitMs' in (await one.lend(limit, { min: 1, wanted: 1 })))
  one.giveBack(limit, first.id, 5)
  assert.ok('waitMs' in (await other.lend(limit, { min: 4, wanted: 4 })), 'five of ten were used')
  const rest = await one.lend(limit, { min: 1, wanted: 4 })
  assert.ok('id' in rest)
  assert.equal(rest.units, 3)
  const another = await other.lend({ ...limit, key: 'b' }, { min: 1, wanted: 4 })
  assert.ok('id' in another && another.units === 4, 'other tenants have limits of their own')
})

test('many simultaneous calls never borrow more than the limit', async () => {
  await using api = await startApi()
  const processes = Array.from({ length: 8 }, () => createRateLeases(api.db))
  const limit = { key: 'a', limit: 20, windowMs: 1_000 }
  const answers = await Promise.all(
    processes.flatMap((leases) => [1, 2, 3, 4].map((wanted) => leases.lend(limit, { min: 1, wanted }))),
  )
  const lent = answers.reduce((sum, answer) => sum + ('units' in answer ? answer.units : 0), 0)
  assert.equal(lent, 20)
})
