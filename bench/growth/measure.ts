import pg from 'pg'
import { Agent, request } from 'undici'
import { createCustomer } from '../../src/features/customers/service.ts'
import { createDistributor } from '../../src/features/distributors/service.ts'
import { createKey, toDistributorKeyAccount, toPartnerKeyAccount } from '../../src/features/keys/service.ts'
import { createActivePartner } from '../../src/features/partners/operator/service.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { openRuntime } from '../../src/runtime/runtime.ts'
import { fields, text } from '../../src/shared/json.ts'
import { startApi } from '../compare.ts'
import { type Harness, newCustomer, openHarness, SECRET_KEY } from '../harness.ts'
import type { Program } from '../program.ts'
import { quantile } from '../quantile.ts'
import { seedCustomers, seedOthers, splitPartitions } from './seed.ts'

/** The p50 of one call: in an empty database, in one with the rows of others, and for a partner with many customers. */
export interface GrowthRow {
  call: string
  emptyMs: number
  grownMs: number
  manyMs: number
}

interface Account {
  partnerId: string
  key: string
  distributorKey: string
  customerId: string
  runId: string
}

interface Side extends AsyncDisposable {
  db: pg.Pool
  harness: Harness
  service: Program
  account: Account
}

interface Call {
  name: string
  method?: 'POST' | 'PUT' | 'DELETE'
  path: (account: Account) => string
  body?: (account: Account) => unknown
  /** Creates what the call needs; not measured. */
  before?: (send: (call: Call) => Promise<unknown>, account: Account) => Promise<Account>
}

/** Enough to fill a page twice, so that an answer has as many rows as for a partner with many customers. */
const SMALL_CUSTOMERS = 60
const MANY_CUSTOMERS = 10_000
const IN_TURN = 5
/** The factor by which p50 may grow with other data in the database; a call beyond it is measured again. */
export const MAX_GROWTH = 1.2
const MAX_REPEATS = 3

const P = '/api/v1/partner'
const D = '/api/v1/distributor'
const createOne: Call = {
  name: 'POST /partner/customers',
  method: 'POST',
  path: () => `${P}/customers`,
  body: () => newCustomer(1),
}

/** Every kind of read and write except complete lists. Month and status are those of the seeded runs. */
const CALLS: readonly Call[] = [
  { name: 'GET /partner/me', path: () => `${P}/me` },
  { name: 'GET /partner/products', path: () => `${P}/products` },
  { name: 'GET /partner/keys', path: () => `${P}/keys` },
  { name: 'GET /partner/customers?limit=50', path: () => `${P}/customers?limit=50` },
  { name: 'GET /partner/customers/{id}', path: ({ customerId }) => `${P}/customers/${customerId}` },
  {
    name: 'GET /partner/customers/{id}/exceptions',
    path: ({ customerId }) => `${P}/customers/${customerId}/exceptions`,
  },
  { name: 'GET /partner/assessments?limit=50', path: () => `${P}/assessments?limit=50` },
  {
    name: 'GET /partner/assessments?month&limit=50',
    path: () => `${P}/assessments?limit=50&month=${new Date().toISOString().slice(0, 7)}`,
  },
  {
    name: 'GET /partner/assessments?customerId',
    path: ({ customerId }) => `${P}/assessments?customerId=${customerId}`,
  },
  { name: 'GET /partner/assessments/{id}', path: ({ runId }) => `${P}/assessments/${runId}` },
  { name: 'GET /partner/findings?limit=50', path: () => `${P}/findings?limit=50` },
  { name: 'GET /partner/schedules?limit=50', path: () => `${P}/schedules?limit=50` },
  { name: 'GET /partner/events?limit=50', path: () => `${P}/events?limit=50` },
  { name: 'GET /partner/audit?limit=50', path: () => `${P}/audit?limit=50` },
  { name: 'GET /partner/brand', path: () => `${P}/brand` },
  { name: 'GET /distributor/me', path: () => `${D}/me` },
  { name: 'GET /distributor/usage', path: () => `${D}/usage` },
  { name: 'GET /distributor/partners?limit=50', path: () => `${D}/partners?limit=50` },
  { name: 'GET /distributor/partners/{id}', path: ({ partnerId }) => `${D}/partners/${partnerId}` },
  { name: 'GET /distributor/events?limit=50', path: () => `${D}/events?limit=50` },
  { name: 'GET /distributor/audit?limit=50', path: () => `${D}/audit?limit=50` },
  createOne,
  {
    name: 'PUT /partner/customers/{id}',
    method: 'PUT',
    path: ({ customerId }) => `${P}/customers/${customerId}`,
    body: () => ({ name: `Customer ${performance.now()}` }),
  },
  {
    name: 'DELETE /partner/customers/{id}',
    method: 'DELETE',
    before: async (send, account) => ({ ...account, customerId: text(fields(await send(createOne)).id) ?? '' }),
    path: ({ customerId }) => `${P}/customers/${customerId}`,
  },
  {
    name: 'POST /partner/assessments',
    method: 'POST',
    path: () => `${P}/assessments`,
    body: ({ customerId }) => ({ customerId, product: 'essential-eight' }),
  },
]

/**
 * Measures every call alternately on an empty database and on one with this many customers and runs of others, so that
 * variations of the machine affect both.
 */
export async function measureGrowth(others: number, requests: number): Promise<GrowthRow[]> {
  await using empty = await openSide()
  await using grown = await openSide()
  await seedOthers(grown.db, others)
  const many = await createAccount(grown.harness.databaseUrl)
  await seedCustomers(grown.db, many.partnerId, MANY_CUSTOMERS)
  // Otherwise a checkpoint of the inserted rows would slow down only the calls of one side.
  for (const { db } of [empty, grown]) await db.query('checkpoint')
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, connections: 1 })
  const places = [
    { url: empty.service.url, account: empty.account },
    { url: grown.service.url, account: grown.account },
    { url: grown.service.url, account: many },
  ]
  const rows: GrowthRow[] = []
  for (const call of CALLS) {
    const measure = () => measureCall(dispatcher, call, places, requests)
    let medians = await measure()
    // Other work on the machine can only make calls slower, so a slow result is measured again: noise disappears,
    // growth remains.
    for (let more = 0; more < MAX_REPEATS && isSlower(medians); more++) {
      const again = await measure()
      medians = medians.map((ms, place) => Math.min(ms, again[place] ?? ms))
    }
    const [emptyMs = 0, grownMs = 0, manyMs = 0] = medians
    rows.push({ call: call.name, emptyMs, grownMs, manyMs })
    console.error(`${call.name}: ${emptyMs.toFixed(2)}, ${grownMs.toFixed(2)}, ${manyMs.toFixed(2)} ms`)
  }
  await dispatcher.close()
  return rows
}

const isSlower = ([emptyMs = 0, ...others]: readonly number[]): boolean =>
  others.some((ms) => ms > emptyMs * MAX_GROWTH)

/** The p50 of a call at each place, in milliseconds. */
async function measureCall(
  dispatcher: Agent,
  call: Call,
  places: readonly { url: string; account: Account }[],
  requests: number,
): Promise<number[]> {
  const timesMs = places.map((): number[] => [])
  // The first requests are not counted, because they prepare statements.
  for (let sent = -2 * IN_TURN; sent < requests; sent += IN_TURN) {
    for (const [place, { url, account }] of places.entries()) {
      for (let count = 0; count < IN_TURN; count++) {
        const ms = await time(dispatcher, url, account, call)
        if (sent >= 0) timesMs[place]?.push(ms)
      }
    }
  }
  return timesMs.map((each) => quantile(each, 0.5))
}

async function openSide(): Promise<Side> {
  const harness = await openHarness()
  const db = new pg.Pool({ connectionString: harness.databaseUrl, max: 1 })
  db.on('error', () => {})
  await splitPartitions(db)
  const account = await createAccount(harness.databaseUrl)
  const service = await startApi(harness, new URL('../api.ts', import.meta.url))
  return {
    db,
    harness,
    service,
    account,
    async [Symbol.asyncDispose]() {
      await service.stop()
      await db.end()
      await harness[Symbol.asyncDispose]()
    },
  }
}

/** A distributor with a partner that has some customers and a queued run. */
async function createAccount(databaseUrl: string): Promise<Account> {
  const environment = { DATABASE_URL: databaseUrl, PLUMBLINE_SECRET_KEY: SECRET_KEY, PLUMBLINE_LOG_LEVEL: 'error' }
  const { app, close } = await openRuntime(readSettings(environment), { database: 'given' })
  const author = { kind: 'operator', id: 'bench' } as const
  const { id } = await createDistributor(app, author, { company: 'Bench', email: 'bench@bench.example' })
  const partner = await createActivePartner(app, author, {
    company: 'Bench',
    email: 'admin@bench.example',
    name: 'Bench',
    plan: 'enterprise',
    distributorId: id,
  })
  const { key } = await createKey(app, author, toPartnerKeyAccount(partner))
  const owner = { kind: 'distributor', id, distributorId: id } as const
  const { key: distributorKey } = await createKey(app, author, toDistributorKeyAccount(owner))
  let customerId = ''
  for (let count = 0; count < SMALL_CUSTOMERS; count++) {
    customerId = (await createCustomer(app, partner, newCustomer(count))).id
  }
  await close()
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await seedCustomers(db, partner.partnerId, SMALL_CUSTOMERS)
  const { rows } = await db.query<{ id: string }>('select id from runs where partner_id = $1 limit 1', [
    partner.partnerId,
  ])
  await db.end()
  return { partnerId: partner.partnerId, key, distributorKey, customerId, runId: rows[0]?.id ?? '' }
}

async function time(dispatcher: Agent, url: string, given: Account, call: Call): Promise<number> {
  const send = ({ method, path, body }: Call, account: Account) =>
    request(`${url}${path(account)}`, {
      dispatcher,
      method: method ?? 'GET',
      headers: {
        ...(path(account).startsWith(D)
          ? { 'x-distributor-key': account.distributorKey }
          : { 'x-partner-key': account.key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body(account)) }),
    })
  const account = call.before
    ? await call.before(async (other) => (await send(other, given)).body.json(), given)
    : given
  const startedMs = performance.now()
  const { statusCode, body } = await send(call, account)
  const answer = await body.text()
  const ms = performance.now() - startedMs
  if (statusCode >= 300) throw new Error(`${call.name}: ${statusCode} ${answer}`)
  return ms
}
