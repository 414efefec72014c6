import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { registerTasks } from '../../src/platform/jobs/queue.ts'
import { createTestDatabase, openTestDatabase } from '../harness/database.ts'
import { eventually } from '../runs/eventually.ts'

test('tasks are registered even if a transaction queues the first jobs of two of them in the other order', async () => {
  await using database = await createTestDatabase()
  const { db, pool } = openTestDatabase(database.url, { poolSize: 4 })
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db)
    return rows.length > 0
  }
  const addJob = (task: string) => sql`select graphile_worker.add_job(${task})`
  const { promise: registering, resolve: register } = Promise.withResolvers<Promise<void>>()
  await db
    .transaction()
    .execute(async (tx) => {
      await addJob('late').execute(tx)
      register(registerTasks(db, ['late', 'early']))
      await eventually('the registration waits for this transaction', waiting)
      await addJob('early').execute(tx)
    })
    // PostgreSQL ends one of the two.
    .catch((error: unknown) => assert.match(String(error), /deadlock/))
  await registering
  const { rows } = await sql<{ task: string }>`select identifier as task from graphile_worker._private_tasks`.execute(
    db,
  )
  assert.ok(['early', 'late'].every((task) => rows.some((row) => row.task === task)))
  await pool.end()
})
