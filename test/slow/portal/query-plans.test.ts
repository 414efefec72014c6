import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { setEndpoint } from '../../../src/features/webhooks/endpoints/service.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { fields, list, number, text, texts } from '../../../src/shared/json.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { startApi } from '../../harness/api.ts'
import { recordStatements, type Statement } from '../../harness/recorded-statements.ts'
import { seedClones, seedDeliveries } from '../../portal/clones.ts'
import { signIn } from '../../portal/sessions.ts'
import { makeOwner } from '../../security/owners.ts'
import { collectRoutes, placesOf, type Route } from '../../security/route-list.ts'

/**
 * What the reads of the portal cost where one account owns a small part of a large installation. Every route that reads is called,
 * with each of its query parameters, and every statement that it sends is explained with the same parameters.
 */

const SIZE = { accounts: 1_100, theirCustomers: 18_000, ownCustomers: 2_000 }
const DELIVERIES = { accounts: SIZE.accounts, theirs: 150_000, own: 30_000 }
/** Smaller tables are read as a whole by anybody. */
const LARGE_ROWS = 1_000
/** More than the account's share of any large table. */
const MAX_SHARE = 0.25
/** Plans are made for tables that are this many times as large: reading all of a small table is cheap. */
const TIMES_AS_LARGE = 20

const PORTAL = '/portal/api'
const KINDS = ['partner', 'distributor'] as const
type Kind = (typeof KINDS)[number]
type Ids = Readonly<Record<string, string>>

const routes = collectRoutes()
/** From the first connection on: each keeps the way in which it sends. */
const recording = recordStatements()
const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
const db = new pg.Client({ connectionString: api.databaseUrl })
await db.connect()
after(async () => {
  recording[Symbol.dispose]()
  await db.end()
  await api[Symbol.asyncDispose]()
})

/** A stream does not end, and a preflight reads the tenant for seconds. */
const reads = routes.filter(
  ({ url, method }) => method === 'GET' && url.startsWith(`${PORTAL}/`) && !/\/(stream|preflight)$/.test(url),
)

test('no read of the portal scans a large table', async () => {
  const { ids, distributor } = await makeOwner(api, 'measured')
  const account = {
    kind: 'distributor',
    id: distributor.id,
    owner: { partnerId: null, distributorId: distributor.id },
  } as const
  const { id: webhooks } = await setEndpoint(api.app, AUTHOR, account, { url: 'https://localhost:1/distributor' })
  await seedClones(db, [ids.customers ?? '', ids.assessments ?? ''], SIZE)
  await seedDeliveries(db, ids.webhooks ?? '', DELIVERIES)
  await db.query('vacuum analyze')
  const found = {
    partner: await statementsOf('partner', ids.partners ?? '', ids),
    distributor: await statementsOf('distributor', distributor.id, { ...ids, webhooks }),
  }
  const sizes = await listSizes()
  const faults: string[] = []
  for (const [text, { path, values }] of [...found.partner, ...found.distributor])
    for (const fault of await faultsOf({ text, values }, sizes)) faults.push(`${path}: ${fault}`)
  assert.ok(found.partner.size > 100, `only ${found.partner.size} statements were recorded`)
  assert.deepEqual(faults, [])
})

/** The statements of all calls of somebody of the account, each once, by their text. */
async function statementsOf(kind: Kind, accountId: string, ids: Ids) {
  const portal = await signIn(api, accountId)
  const found = new Map<string, { path: string; values: readonly unknown[] }>()
  let answered = 0
  for (const route of reads.filter((each) => isOpenTo(kind, each))) {
    for (const query of queriesOf(route, ids)) {
      const path = pathOf(route, ids) + query
      recording.sent.length = 0
      const { status } = await portal.get(path)
      assert.ok(status < 500, `${path}: ${status}`)
      if (status === 200) answered++
      for (const { text, values } of recording.sent) if (!found.has(text)) found.set(text, { path, values })
    }
  }
  console.log(`${kind}: ${answered} calls, ${found.size} statements`)
  return found
}

const isOpenTo = (kind: Kind, { url }: Route): boolean =>
  KINDS.every((each) => each === kind || !url.startsWith(`${PORTAL}/${each}/`))

function pathOf({ url }: Route, ids: Ids): string {
  const path = placesOf(url).reduce((filled, [segment, name]) => {
    const id = ids[segment]
    assert.ok(id, `the owner has nothing for /${segment}/:${name}: create it in owners.ts`)
    return filled.replace(`:${name}`, encodeURIComponent(id))
  }, url)
  return path.slice(PORTAL.length)
}

/** The query of a call with what it needs only, and of one for each value of each other parameter. */
function queriesOf({ query }: Route, ids: Ids): string[] {
  const values = Object.entries(fields(query.properties)).map(
    ([name, schema]) => [name, valuesOf(name, schema, ids)] as const,
  )
  const needed = values.flatMap(([name, [value]]) =>
    texts(query.required).includes(name) && value !== undefined ? [[name, value]] : [],
  )
  const each = values.flatMap(([name, all]) => all.map((value) => [...needed, [name, value]]))
  return [needed, ...each].map((pairs) => `?${new URLSearchParams(Object.fromEntries(pairs))}`)
}

function valuesOf(name: string, schema: unknown, ids: Ids): string[] {
  const { type, anyOf, enum: choices } = fields(schema)
  const all = list(choices).length > 0 ? list(choices) : list(anyOf).map((each) => fields(each).const)
  if (all.length > 0) return texts(all)
  if (type === 'boolean') return ['true']
  return VALUES[name]?.(ids) ?? []
}

const daysAgo = (days: number): string[] => [new Date(Date.now() - days * DAY_MS).toISOString()]
/** Values of query parameters that take any text. */
const VALUES: Readonly<Record<string, (ids: Ids) => string[]>> = {
  q: () => ['measured'],
  limit: () => ['50'],
  month: () => [new Date().toISOString().slice(0, 7)],
  product: () => ['essential-eight'],
  reason: () => ['status-500'],
  action: () => ['customer.updated'],
  author: ({ people = '' }) => [people],
  subject: ({ customers = '' }) => [customers],
  customer: ({ customers = '' }) => [customers],
  customerId: ({ customers = '' }) => [customers],
  customerIds: ({ customers = '' }) => [customers],
  endpoint: ({ webhooks = '' }) => [webhooks],
  group: ({ groups = '' }) => [groups],
  with: ({ assessments = '' }) => [assessments],
  fix: ({ fixes = '' }) => [fixes],
  requirement: () => ['ISM-1504'],
  include: () => ['customer,findings'],
  since: () => daysAgo(20),
  until: () => daysAgo(0),
  completedFrom: () => daysAgo(20),
  completedTo: () => daysAgo(0),
}

interface Size {
  /** The partitioned table, for a partition. */
  table: string
  rows: number
  /** With all other partitions. */
  allRows: number
}

async function listSizes(): Promise<Map<string, Size>> {
  const { rows } = await db.query<Size & { name: string }>(`
    select part.relname as name, root.name as table, part.reltuples as rows,
      sum(part.reltuples) over (partition by root.name) as "allRows"
    from pg_class as part, lateral (select coalesce(pg_partition_root(part.oid), part.oid)::regclass::text as name) as root
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)`)
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}

/** The large tables that a statement reads as a whole, or of which it reads much more than the account's part. */
async function faultsOf({ text: sql, values }: Statement, sizes: ReadonlyMap<string, Size>): Promise<string[]> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(sql)) return []
  await db.query(`begin; set local seq_page_cost = ${TIMES_AS_LARGE}`)
  try {
    const { rows } = await db.query(`explain (analyze, timing off, format json) ${sql}`, [...values])
    const scans = [...nodesOf(fields(list(rows[0]['QUERY PLAN'])[0]).Plan)].flatMap((node) => {
      const size = sizes.get(text(node['Relation Name']) ?? '')
      return size && size.allRows >= LARGE_ROWS ? [{ node, size, rows: rowsOf(node) }] : []
    })
    const whole = scans.filter(({ node, size }) => node['Node Type'] === 'Seq Scan' && size.rows >= LARGE_ROWS)
    const parts = Map.groupBy(scans, ({ size }) => size.table)
    return [
      ...whole.map(({ size }) => `reads the whole of ${size.table}`),
      ...[...parts].flatMap(([table, visits]) => {
        const [count, of] = [visits.reduce((sum, { rows }) => sum + rows, 0), visits[0]?.size.allRows ?? 0]
        return count > of * MAX_SHARE ? [`reads ${Math.round(count)} of ${of} rows of ${table}`] : []
      }),
    ]
  } finally {
    await db.query('rollback')
  }
}

function* nodesOf(plan: unknown): Generator<Readonly<Record<string, unknown>>> {
  yield fields(plan)
  for (const child of list(fields(plan).Plans)) yield* nodesOf(child)
}

/** The rows that a node of a plan has read, also those that it left out. */
const rowsOf = (node: Readonly<Record<string, unknown>>): number =>
  ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
    .map((name) => number(node[name]) ?? 0)
    .reduce((sum, count) => sum + count) * (number(node['Actual Loops']) ?? 0)
