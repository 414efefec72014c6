import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { startEngine } from '../../src/worker/engine.ts'
import { startApi } from '../harness/api.ts'
import { openTestDatabase } from '../harness/database.ts'

/** Delays the statement with which the job engine listens for new jobs. Resolves with its connection once it is sent. */
function delayListen(pool: pg.Pool): Promise<pg.PoolClient> {
  const sent = Promise.withResolvers<pg.PoolClient>()
  pool.on('connect', (client) => {
    const query: (...words: unknown[]) => unknown = client.query.bind(client)
    Object.assign(client, {
      query(statement: unknown, ...others: unknown[]) {
        if (typeof statement !== 'string' || !statement.startsWith('LISTEN')) return query(statement, ...others)
        const sending = query(`select pg_sleep(60); ${statement}`)
        sent.resolve(client)
        return sending
      },
    })
  })
  return sent.promise
}

test('an engine whose connection breaks while it stops ends without an unhandled error', async () => {
  await using api = await startApi()
  const { pool } = openTestDatabase(api.databaseUrl, { poolSize: 4 })
  const listening = delayListen(pool)
  const { signal } = new AbortController()
  const engine = await startEngine(api.app, pool, {
    jobs: { nothing: async () => {} },
    concurrency: 1,
    deadlineMs: 1_000,
    signal,
    onInterrupted() {},
  })
  const client = await listening
  // A rejection that is not handled fails the test.
  const stopped = engine.stop()
  const closed = new Promise((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [Reflect.get(client, 'processID')])
  await Promise.all([stopped, closed])
  await pool.end()
  assert.equal(pool.totalCount, 0)
})
