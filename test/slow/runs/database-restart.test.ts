import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { openDatabaseServer } from '../../harness/database-server.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun } from '../../runs/follow.ts'

const CLIENTS = 8

interface Load {
  /** Ids of the accepted runs. */
  runIds: string[]
  /** Number of responses of each kind, as in `503 SERVICE_UNAVAILABLE`. */
  answers: Map<string, number>
  successes: number
  stop(): Promise<void>
}

/** Clients that call until stopped. */
function startLoad(client: Client, customerId: string): Load {
  const load: Load = { runIds: [], answers: new Map(), successes: 0, stop: async () => {} }
  let isOver = false
  const calls = [
    () => client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' }),
    () => client.get('/v1/partner/me'),
    () => client.get(`/v1/partner/assessments/${load.runIds.at(-1) ?? ''}`),
    () => client.post('/v1/partner/customers', { name: 'Another', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b99' }),
    () => client.get(`/v1/partner/customers/${customerId}`),
  ]
  const call = async (turn: number): Promise<void> => {
    const { status, body, headers } = (await (calls[turn % calls.length] ?? calls[0])?.()) ?? {}
    if (status === 202) load.runIds.push(body.id)
    if (status !== undefined && status < 300) load.successes += 1
    const kind = status === 503 ? `503 ${body.error.code}, Retry-After ${headers?.['retry-after']}` : String(status)
    load.answers.set(kind, (load.answers.get(kind) ?? 0) + 1)
  }
  const clients = Array.from({ length: CLIENTS }, async (_, first) => {
    for (let turn = first; !isOver; turn++) {
      await call(turn)
      await sleep(5)
    }
  })
  load.stop = async () => {
    isOver = true
    await Promise.all(clients)
  }
  return load
}

async function endsOf({ db }: Api): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('events')
    .select('body')
    .where('type', 'like', 'assessment.%')
    .orderBy('id')
    .execute()
  const events: Json[] = rows.map((row) => JSON.parse(row.body.toString('utf8')))
  const byRun = Map.groupBy(events, (event) => String(event.data.assessmentId))
  return new Map([...byRun].map(([id, ofRun]) => [id, ofRun.map(({ type }) => type).sort()]))
}

test('while the database restarts or crashes, requests get 503; afterwards every run ends once', async () => {
  await using server = await openDatabaseServer()
  await using api = await startApi({
    worker: true,
    collect: async ({ tenantId, onProgress }) => {
      for (let done = 1; done <= 4; done++) {
        await sleep(20)
        await onProgress?.({ done, of: 4, dataset: 'users' })
      }
      return emptySnapshot(tenantId)
    },
  })
  const acme = await api.as('acme', 'enterprise')
  const { customerId, runId } = await createRun(acme)
  const load = startLoad(acme, customerId)
  const goOn = async (): Promise<void> => {
    const [before, since] = [load.successes, Date.now()]
    await eventually('requests succeed again', async () => load.successes > before)
    console.log(`requests succeed again after ${Date.now() - since} ms`)
    await eventually('another hundred requests succeed', async () => load.successes > before + 100)
  }
  await goOn()
  for (const how of ['SIGINT', 'SIGKILL'] as const) {
    await server.goDown(how)
    await sleep(300)
    await server.comeBack()
    await goOn()
  }
  await load.stop()
  console.log(Object.fromEntries(load.answers))
  const kinds = [...load.answers.keys()].filter((kind) => !['200', '201', '202'].includes(kind))
  assert.deepEqual(kinds, ['503 SERVICE_UNAVAILABLE, Retry-After 2'])

  const since = Date.now()
  const runs = await eventually(
    'every run has ended',
    async () => {
      const rows = await api.db.selectFrom('runs').select(['id', 'status']).execute()
      return rows.every(({ status }) => !['queued', 'running'].includes(status)) && rows
    },
    // A job that failed several times during the outage waits up to a minute for its next attempt.
    150_000,
  )
  console.log(`${runs.length} runs have ended ${Date.now() - since} ms after the last request`)
  assert.deepEqual([...new Set(runs.map(({ status }) => status))], ['completed'])
  const ids = new Set(runs.map(({ id }) => id))
  assert.deepEqual(
    [runId, ...load.runIds].filter((id) => !ids.has(id)),
    [],
  )
  const ends = await endsOf(api)
  assert.equal(ends.size, runs.length)
  for (const [id, types] of ends) assert.deepEqual(types, ['assessment.completed', 'assessment.started'], id)
  assert.equal((await acme.get('/v1/partner/me')).body.usage.runsUsed, runs.length)
})
