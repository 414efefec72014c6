import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { AuditFilter } from '../../src/features/audit/rules.ts'
import { listAuditRows } from '../../src/features/audit/store.ts'
import type { LogScope } from '../../src/features/events/rules.ts'
import { WORDS } from '../../src/features/portal/audit/words.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { AUDIT_ACTIONS, actionName } from '../../src/shared/portal/audit-actions.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { parseCsv } from '../reports/parse-csv.ts'
import { browse, signIn } from './sessions.ts'

let clock = new Date('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => clock, collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
after(() => api[Symbol.asyncDispose]())

/** Sessions end after twelve hours without a request. */
const STEP_MS = 3 * 3_600_000
const TENANT = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'
const sentencesOf = ({ entries }: Json): string[] => entries.map(({ who, what }: Json) => `${who} ${what}`)

/** A distributor with a partner whose owner and program have changed something, at three times. */
async function makeHistory() {
  const distributor = await api.distributor(`audit-${crypto.randomUUID()}`)
  const { id, client } = await makeActivePartner(api, distributor)
  const owner = await signIn(api, id)
  const made = await owner.post('/partner/customers', { name: 'Bellbird', tenantId: TENANT })
  const customer: string = made.body.id
  clock = new Date(clock.getTime() + STEP_MS)
  await client.call('PUT', `/v1/partner/customers/${customer}`, { name: 'Bellbird Engineering' })
  await client.post('/v1/partner/assessments', { customerId: customer, product: 'essential-eight' })
  clock = new Date(clock.getTime() + STEP_MS)
  await owner.put('/partner/brand', { colour: '#123456' })
  return { distributor, id, client, owner, customer }
}

test('each change is a sentence with names, for the partner and for its distributor', async () => {
  const { owner, client, distributor, id, customer } = await makeHistory()
  const log = await owner.get('/partner/audit/log')
  assert.equal(log.status, 200, log.text)
  assert.deepEqual(sentencesOf(log.body).slice(0, 4), [
    'Pat Example changed how reports look: colour',
    'A program with an API key ordered a run of Bellbird Engineering (Essential Eight)',
    'A program with an API key changed the customer Bellbird Engineering: name',
    'Pat Example created the customer Bellbird Engineering',
  ])
  const [entry] = log.body.entries
  assert.deepEqual([entry.after.colour, entry.action, entry.subject], ['#123456', 'brand.updated', id])

  const company = (await owner.get('/partner/me')).body.company
  const above = await signIn(api, distributor.id)
  const theirs = sentencesOf((await above.get('/distributor/audit/log')).body)
  assert.ok(theirs.includes(`Somebody at ${company} changed how reports look: colour`), theirs.join('\n'))
  assert.ok(theirs.includes(`A program of ${company} ordered a run of Bellbird Engineering (Essential Eight)`))

  await client.delete(`/v1/partner/customers/${customer}`)
  const gone = sentencesOf((await owner.get('/partner/audit/log')).body)
  assert.equal(gone[0], 'A program with an API key deleted the customer Bellbird Engineering')
})

test('the partner reads in its trail who of its distributor has visited its portal', async () => {
  const { owner, distributor, id } = await makeHistory()
  const above = await signIn(api, distributor.id)
  const company = (await above.get('/distributor/me')).body.company
  const reason = 'Ticket 4711: their webhook fails'
  const started = await above.post(`/distributor/partners/${id}/visits`, { reason, act: true })
  const cookie = /__Host-portal=[^;]+/.exec(String(started.headers['set-cookie']))?.[0] ?? assert.fail(started.text)
  await browse(api, cookie).put('/partner/brand', { colour: '#654321' })
  const [change, visit] = sentencesOf((await owner.get('/partner/audit/log')).body)
  assert.equal(change, `Pat Example of ${company} changed how reports look: colour`)
  assert.match(visit ?? '', new RegExp(`^Pat Example of ${company} started a visit to .*: “${reason}”$`))
})

test('the trail is filtered by person, action, object and time, in the API, the portal and the file', async () => {
  const { owner, client, customer, id } = await makeHistory()
  const personId = owner.session.personId
  const actionsOf = async (query: string): Promise<string[]> => {
    const [log, keyed] = [
      await owner.get(`/partner/audit/log?${query}`),
      await client.get(`/v1/partner/audit?${query}`),
    ]
    const of = ({ body }: { body: Json }): string[] => body.entries.map(({ action }: Json) => action)
    assert.deepEqual(of(log), of(keyed), query)
    const file = await owner.get(`/partner/audit/file?${query}`)
    const [, ...rows] = parseCsv(file.text)
    assert.deepEqual(
      rows.map((row) => row[3]),
      of(log),
      query,
    )
    return of(log)
  }
  assert.deepEqual(await actionsOf(`author=${personId}`), ['brand.updated', 'customer.created'])
  assert.deepEqual(await actionsOf(`author=${id}`), ['assessment.created', 'customer.updated'])
  assert.deepEqual(await actionsOf('action=brand.updated'), ['brand.updated'])
  assert.deepEqual(
    await actionsOf(`subject=${customer}`),
    ['assessment.created', 'customer.updated', 'customer.created'],
    'what concerns a customer belongs to it',
  )
  const since = new Date(clock.getTime() - 1.5 * STEP_MS).toISOString()
  const until = new Date(clock.getTime() - 0.5 * STEP_MS).toISOString()
  assert.deepEqual(await actionsOf(`since=${since}&until=${until}`), ['assessment.created', 'customer.updated'])
  assert.deepEqual(await actionsOf(`author=${personId}&since=${until}`), ['brand.updated'])
  for (const query of ['author=%00', 'subject=%0a', 'action=DROP'])
    assert.deepEqual((await owner.get(`/partner/audit/log?${query}`)).body.entries, [], query)
  assert.equal((await owner.get('/partner/audit/log?since=yesterday')).status, 400)
})

test('each page continues where the previous one ended, and only with the same filter', async () => {
  const { owner, client, id } = await makeHistory()
  const first = await client.get(`/v1/partner/audit?author=${id}&limit=1`)
  const next = await client.get(`/v1/partner/audit?author=${id}&limit=1&cursor=${first.body.nextCursor}`)
  assert.deepEqual(
    [...first.body.entries, ...next.body.entries].map(({ action }: Json) => action),
    ['assessment.created', 'customer.updated'],
  )
  assert.equal((await owner.get(`/partner/audit/log?cursor=${first.body.nextCursor}`)).status, 400)
})

test('another account sees none of it, whatever the filter', async () => {
  const { owner, customer } = await makeHistory()
  const other = await makeHistory()
  for (const query of [`author=${owner.session.personId}`, `subject=${customer}`]) {
    assert.deepEqual((await other.owner.get(`/partner/audit/log?${query}`)).body.entries, [], query)
    assert.equal((await other.owner.get(`/partner/audit/file?${query}`)).text.trim().split('\r\n').length, 1, query)
  }
})

test('the file contains no formula, and has the whole trail', async () => {
  const { owner, id } = await makeHistory()
  await owner.put('/partner/brand', { name: '=1+1' })
  await sql`insert into audit (occurred_at, author_kind, author_id, partner_id, action, subject)
    select date_trunc('milliseconds', now()), 'partner', ${id}, ${id}, 'customer.updated', 'cust_' || n from generate_series(1, 2500) as n`.execute(
    api.db,
  )
  const { text, headers } = await owner.get('/partner/audit/file')
  assert.match(String(headers['content-disposition']), /attachment; filename="audit.csv"/)
  const rows = parseCsv(text)
  const total = await api.db.selectFrom('audit').select('id').where('partner_id', '=', id).execute()
  assert.equal(rows.length, total.length + 1)
  assert.ok(!text.includes('\uFEFF'), 'only the beginning has a byte order mark, which this client removes')
  assert.doesNotMatch(text, /(^|,)"?=/m)
})

test('exactly the actions that can be chosen have their own words', () => {
  assert.deepEqual([...AUDIT_ACTIONS].sort(), Object.keys(WORDS).sort())
  assert.equal(actionName('customer.updated'), 'Customer updated')
  assert.equal(actionName('something.new_here'), 'Something new here')
})

test('every change of an account has its own words', async () => {
  const folder = new URL('../../src/features/', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const actions = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:action:|ACTIONS\b|const action\b|toChange\()(?:.*'(\w+\.\w+)')+/g)].flatMap(([found]) =>
      [...found.matchAll(/'(\w+\.\w+)'/g)].map(([, action = '']) => action),
    ),
  )
  assert.ok(actions.length > 50, `${actions.length} actions were found`)
  // What the operator prunes belongs to no account.
  assert.deepEqual([...new Set(actions)].filter((action) => action !== 'audit.pruned' && !WORDS[action]).sort(), [])
})

test('each filter uses an index that has the order of the list', async () => {
  // Only the owner of the tables may analyze them.
  const pool = new pg.Pool({ connectionString: api.databaseUrl, max: 1 })
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  try {
    await sql`insert into audit (occurred_at, author_kind, author_id, partner_id, distributor_id, customer_id, action, subject)
      select now() - n * interval '1 min', 'person', 'usr_' || n % 400, 'prt_' || n % 3, 'dist_1',
        case when n % 5 = 0 then 'cust_0' || lpad((n % 1000)::text, 25, '0') end,
        case n % 500 when 0 then 'brand.updated' else 'customer.updated' end, 'sub_' || n % 5000
      from generate_series(1, 40000) as n`.execute(db)
    await sql`analyze audit`.execute(db)
    const planOf = async (scope: LogScope, filter: AuditFilter): Promise<string> => {
      await listAuditRows(db, scope, filter, { limit: 51 })
      const statement = sent.pop()
      const { rows } = await pool.query(`explain ${statement?.sql}`, [...(statement?.parameters ?? [])])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const partner: LogScope = { partnerId: 'prt_1' }
    const distributor: LogScope = { distributorId: 'dist_1' }
    const cases: [scope: LogScope, filter: AuditFilter, index: RegExp][] = [
      [partner, {}, /audit_by_partner\b/],
      [distributor, {}, /audit_by_distributor\b/],
      [partner, { action: 'brand.updated' }, /audit_by_partner_action/],
      [distributor, { action: 'brand.updated' }, /audit_by_distributor_action/],
      [partner, { author: 'usr_7' }, /audit_by_author/],
      [partner, { subject: 'sub_7' }, /audit_by_subject/],
      [partner, { subject: `cust_0${'10'.padStart(25, '0')}` }, /audit_by_customer/],
      [partner, { since: new Date(Date.now() - 3_600_000), until: new Date() }, /audit_by_partner\b/],
    ]
    for (const [scope, filter, index] of cases) {
      const plan = await planOf(scope, filter)
      assert.match(plan, index, plan)
      // The default partition is empty.
      assert.doesNotMatch(plan, /Seq Scan on (?!\w+_default)/, plan)
    }
  } finally {
    await db.destroy()
  }
})
