import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const CHANGES = 20

test('twenty plan changes that wait for the processor occupy no connection, and everything else responds', async () => {
  const { embedded } = api.app.processors
  const finish = Promise.withResolvers<void>()
  let waiting = 0
  api.app.processors.embedded = {
    ...embedded,
    async apply(change, signal) {
      waiting++
      await finish.promise
      return await embedded.apply(change, signal)
    },
  }
  const names = Array.from({ length: CHANGES }, (_, n) => `partner-${n}`)
  const clients = await Promise.all(names.map((name) => api.as(name, 'starter')))
  const changes = clients.map((client) => client.post('/v1/partner/plan', { plan: 'enterprise' }))
  await eventually('all wait for the processor', async () => waiting === CHANGES)
  // The pool of the service has twenty connections: with one taken by each change, this would wait for them.
  const { rows } = await sql`select pid, state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(api.db)
  assert.deepEqual(rows, [])
  const { rows: locks } = await sql`select from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and pid <> pg_backend_pid()`.execute(api.db)
  assert.equal(locks.length, 0)
  const distributor = await api.distributor('slow')
  const partner = {
    company: 'New',
    email: 'new@new.example',
    name: 'New',
    plan: 'starter',
    billing: { currency: 'USD' },
  }
  const others = [
    ...clients.map((client) => client.get('/v1/partner/customers')),
    ...clients.slice(0, 3).map((client) => client.post('/v1/partner/customers', { name: 'A', tenantId: TENANT })),
    distributor.post('/v1/distributor/partners', partner),
  ]
  const answers = await Promise.all(others)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 201])
  assert.equal(waiting, CHANGES)
  finish.resolve()
  const results = await Promise.all(changes)
  assert.deepEqual(
    results.map(({ status, body }) => [status, body.plan]),
    names.map(() => [200, 'enterprise']),
  )
})
