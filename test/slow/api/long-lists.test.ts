import assert from 'node:assert/strict'
import { get } from 'node:https'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type KyselyPlugin, sql } from 'kysely'
import { makeActivePartner } from '../../harness/accounts.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { makeCustomer, TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { eventually } from '../../runs/eventually.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const distributor = await api.distributor('meridian')

/** Customers of a partner, several per millisecond, numbered from the newest. */
async function fill(partnerId: string, count: number, name = 'Customer'): Promise<void> {
  await sql`insert into customers (id, partner_id, name, tenant_id, email, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_' || right(${partnerId}, 20) || (999999 - n)::text, ${partnerId}, ${name}::text || ' ' || n, ${TENANT},
      case when n % 2 = 0 then 'it@customer.example' end, '{}', '{}', moment, moment
    from generate_series(1, ${count}::int) as n,
      lateral (select timestamptz '2026-03-01 00:00:00Z' - (n / 7) * interval '1 millisecond' as moment) as made`.execute(
    api.db,
  )
}

async function remove(partnerId: string): Promise<void> {
  await api.db.deleteFrom('customers').where('partner_id', '=', partnerId).execute()
}

const numbersOf = (items: Json[]): number[] => items.map(({ name }) => Number(name.split(' ').at(-1)))

const upTo = (count: number): number[] => Array.from({ length: count }, (_, place) => place + 1)

test('a list of ten thousand customers is complete, in order, and has the shape of a short one, for partner and distributor', async () => {
  const { id, client } = await makeActivePartner(api, distributor)
  await fill(id, 10_000)
  const calls: [Client, string][] = [
    [client, '/v1/partner/customers'],
    [distributor, `/v1/distributor/partners/${id}/customers`],
  ]
  for (const [caller, path] of calls) {
    const { status, headers, body } = await caller.get(path)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.deepEqual(Object.keys(body), ['customers'])
    assert.deepEqual(numbersOf(body.customers), upTo(10_000))
    const page = await caller.get(`${path}?limit=200`)
    assert.deepEqual(body.customers.slice(0, 200), page.body.customers)
    const onwards = await caller.get(`${path}?cursor=${page.body.nextCursor}`)
    assert.deepEqual(onwards.body, { customers: body.customers.slice(200) })
  }
  await remove(id)
})

test('lists about as long as one read part have no missing or repeated items', async () => {
  const { id, client } = await makeActivePartner(api, distributor)
  for (const count of [999, 1_000, 1_001, 2_000, 2_001]) {
    await fill(id, count)
    const { body } = await client.get('/v1/partner/customers')
    assert.deepEqual(numbersOf(body.customers), upTo(count))
    await remove(id)
  }
})

test('long lists of runs and of partners are complete as well, and respect their filters', async () => {
  const { id, client } = await makeActivePartner(api, distributor)
  const customerId = await makeCustomer(client)
  await sql`insert into runs (id, partner_id, customer_id, product, maturity_target, status, score, created_at, completed_at)
    select 'run_' || lpad((1000000 - n)::text, 26, '0'), ${id}, ${customerId},
      case when n % 2 = 0 then 'nist-csf' else 'essential-eight' end, 2, 'completed', n % 101, moment, moment
    from generate_series(1, 5000) as n,
      lateral (select timestamptz '2026-03-01 00:00:00Z' - n * interval '1 second' as moment) as made`.execute(api.db)
  const path = `/v1/distributor/partners/${id}/assessments`
  const whole = await client.get('/v1/partner/assessments')
  assert.deepEqual(
    whole.body.runs.map(({ score }: Json) => score),
    upTo(5_000).map((n) => n % 101),
  )
  assert.equal((await distributor.get(path)).text, whole.text)
  const filtered = await client.get('/v1/partner/assessments?product=nist-csf')
  assert.deepEqual(
    filtered.body.runs,
    whole.body.runs.filter(({ product }: Json) => product === 'nist-csf'),
  )

  const large = await api.distributor('large')
  await sql`insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
    select 'prt_' || lpad((1000000 - n)::text, 26, '0'), ${large.id}, 'Partner ' || n, 'admin@partner.example', 'Admin',
      'active', 'starter', timestamptz '2026-03-01 00:00:00Z' - n * interval '1 second', now()
    from generate_series(1, 2500) as n`.execute(api.db)
  const { body } = await large.get('/v1/distributor/partners?status=active')
  assert.deepEqual(Object.keys(body), ['partners'])
  assert.deepEqual(
    body.partners.map(({ company, customersCount }: Json) => `${company} ${customersCount}`),
    upTo(2_500).map((n) => `Partner ${n} 0`),
  )
})

/** Far more than fits into the buffers between server and client. */
const VERY_MANY = 60_000
const PARTS = VERY_MANY / 1_000

/** A second server, on a database that counts its queries and can be made to fail. */
let asked = 0
let isFailing = false
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    asked++
    if (isFailing) throw new Error('the database fails on purpose')
    return result
  },
}
const watched = await startAnotherServer({ ...api.app, db: api.db.withPlugin(plugin) })
after(() => watched[Symbol.asyncDispose]())

const many = await makeActivePartner(api, distributor)
await fill(many.id, VERY_MANY, 'A name of some length '.repeat(8))

interface Reader {
  /** Takes the rest. */
  go(): Promise<Json>
  leave(): void
}

/** Begins to read the list and then stops reading. */
function beginToRead(): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const options = { ca: api.ca, agent: false, headers: { 'X-Partner-Key': many.client.key } }
    const call = get(`${watched.baseUrl}/api/v1/partner/customers`, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      const whole = new Promise<Json>((end, fail) => {
        response.on('end', () => end(JSON.parse(text))).on('error', fail)
      })
      whole.catch(() => {})
      const go = (): Promise<Json> => {
        response.on('data', (part: string) => {
          text += part
        })
        return whole
      }
      response.once('readable', () => resolve({ go, leave: () => call.destroy() }))
    })
    call.on('error', reject)
  })
}

/** Waits until all buffers are full and the server stops querying the database. */
async function standstill(): Promise<void> {
  let last = -1
  let looks = 0
  await eventually('the server waits for its clients', async () => {
    looks = asked === last ? looks + 1 : 0
    last = asked
    return looks > 10
  })
}

/** Busy connections of the service. */
async function countBusy(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(api.db)
  return rows[0]?.n ?? 0
}

test('clients that stop reading occupy neither memory nor a connection, and get the whole list when they continue', async () => {
  const readers = 4
  collectGarbage()
  const before = process.memoryUsage()
  asked = 0
  const first = await beginToRead()
  const others = await Promise.all(Array.from({ length: readers - 1 }, beginToRead))
  await standstill()
  assert.ok(asked < (readers * PARTS) / 2, `${asked} parts were read ahead of the clients`)
  collectGarbage()
  const now = process.memoryUsage()
  const grownMb = (now.heapUsed + now.external - before.heapUsed - before.external) / 2 ** 20
  // The list is 18 MB of JSON.
  assert.ok(grownMb < 12, `the clients cost ${grownMb.toFixed(1)} MB`)
  assert.equal(await countBusy(), 0)
  for (const reader of others) reader.leave()
  assert.deepEqual(numbersOf((await first.go()).customers), upTo(VERY_MANY))
})

test('clients that disconnect in the middle, even more than there are connections, leave nothing behind', async () => {
  for (let round = 0; round < 3; round++) {
    const readers = await Promise.all(Array.from({ length: 12 }, beginToRead))
    for (const reader of readers) reader.leave()
  }
  await standstill()
  assert.equal(await countBusy(), 0)
  const page = await many.client.get('/v1/partner/customers?limit=1')
  assert.equal(page.status, 200, page.text)
})

test('a list that fails in the middle is aborted, never ended as if it were complete', async () => {
  const reader = await beginToRead()
  await standstill()
  isFailing = true
  await assert.rejects(reader.go(), { code: 'ECONNRESET' })
  isFailing = false
  assert.equal((await (await beginToRead()).go()).customers.length, VERY_MANY)
})
