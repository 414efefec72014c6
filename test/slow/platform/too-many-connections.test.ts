import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Agent, request } from 'undici'
import { codeOf } from '../../../src/shared/error-code.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { required } from '../../harness/database.ts'
import { openDatabaseServer } from '../../harness/database-server.ts'
import { eventually } from '../../runs/eventually.ts'

/** Opens connections until the server has none left, reserved ones included. */
async function useUp(url: string, clients: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      clients.push(client)
    } catch (error) {
      assert.equal(codeOf(error), '53300', String(error))
      return
    }
  }
}

async function probe({ baseUrl, ca }: Api): Promise<number> {
  const dispatcher = new Agent({ connect: { ca } })
  const { statusCode, body } = await request(`${baseUrl}/readyz`, { dispatcher })
  await body.dump()
  await dispatcher.close()
  return statusCode
}

test('without a free database connection requests get 503 with Retry-After, and work again once there is one', async () => {
  await using _server = await openDatabaseServer()
  await using api = await startApi()
  const acme = await api.as('acme')
  assert.equal((await acme.get('/v1/partner/customers')).status, 200)
  const url = required('TEST_DATABASE_URL')
  const clients: pg.Client[] = []
  await useUp(url, clients)
  // The service loses its connections, and others take them.
  await clients[0]?.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plumbline_service'")
  await eventually('no connection is left to the service', async () => {
    await useUp(url, clients)
    const { rows } = (await clients[0]?.query("select from pg_stat_activity where usename = 'plumbline_service'")) ?? {
      rows: [],
    }
    return rows.length === 0
  })
  try {
    for (const answer of [
      await acme.get('/v1/partner/customers'),
      await acme.post('/v1/partner/customers', { name: 'Umbrella', tenantId: crypto.randomUUID() }),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [503, 'SERVICE_UNAVAILABLE'], answer.text)
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
    }
    assert.equal(await probe(api), 503)
    assert.match(await api.app.metrics.registry.metrics(), /plumbline_database_trouble_total\{trouble="busy"\} [1-9]/)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  await eventually('requests succeed again', async () => (await acme.get('/v1/partner/customers')).status === 200)
  assert.equal((await acme.get('/v1/partner/customers')).body.customers.length, 0)
  assert.equal(await probe(api), 200)
})
