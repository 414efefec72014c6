import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { shownMonths } from '../../src/features/portal/partners/rules.ts'
import { listPartnersShown } from '../../src/features/portal/partners/service.ts'
import { partnersOf } from '../../src/features/portal/partners/store.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { makeActivePartner, makePartner, newPartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { openTestDatabase } from '../harness/database.ts'
import { countStatements } from '../harness/statements.ts'
import { signIn } from './sessions.ts'

let now = new Date('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

test('a distributor sees each partner with its usage, its activation, and when it was last active', async () => {
  const distributor = await api.distributor('lists')
  const portal = await signIn(api, distributor.id)
  const { id, client } = await makeActivePartner(api, distributor, { company: 'Active', plan: 'starter' })
  await makeRun(client, await makeCustomer(client))
  const pending = await makePartner(distributor, { company: 'Pending', email: 'admin@pending.example' })
  const list = async (reader = portal) => {
    const { body } = await reader.get('/distributor/portfolio')
    assert.equal(body.month, '2031-05')
    return Object.fromEntries(body.partners.map((each: { id: string }) => [each.id, each]))
  }
  const first = await list()
  assert.deepEqual(Object.keys(first), [pending, id], 'newest first')
  const { company, plan, status, runs, customers, subscriptionStatus, lastActivityAt, activation } = first[id]
  assert.deepEqual(
    { company, plan, status, runs, customers, subscriptionStatus, lastActivityAt, activation },
    {
      company: 'Active',
      plan: 'starter',
      status: 'active',
      runs: { used: 1, limit: 50 },
      customers: 1,
      subscriptionStatus: 'active',
      lastActivityAt: now.toISOString(),
      activation: undefined,
    },
  )
  assert.deepEqual([first[pending].activation.isOverdue, first[pending].lastActivityAt], [false, undefined])

  now = new Date(now.getTime() + 8 * DAY_MS)
  await signIn(api, id)
  const again = await signIn(api, distributor.id)
  const later = await list(again)
  assert.equal(later[pending].activation.isOverdue, true, 'invited a week ago, without a link that works')
  assert.equal(later[id].lastActivityAt, now.toISOString(), 'a request of its people')
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  assert.equal((await list(again))[id].status, 'suspended')
})

test('an unpaid subscription allows no runs, and the list says so', async () => {
  const distributor = await api.distributor('unpaid')
  const portal = await signIn(api, distributor.id)
  const { id } = await makeActivePartner(api, distributor)
  await api.db.updateTable('subscriptions').set({ status: 'unpaid' }).where('partner_id', '=', id).execute()
  const [partner] = (await portal.get('/distributor/portfolio')).body.partners
  assert.deepEqual([partner.runs, partner.subscriptionStatus], [{ used: 0, limit: 0 }, 'unpaid'])
})

test('one partner is shown with its months, its billing, and what a suspension would end', async () => {
  const distributor = await api.distributor('details')
  const portal = await signIn(api, distributor.id)
  const { id, client } = await makeActivePartner(api, distributor, { billing: { currency: 'GBP' } })
  await signIn(api, id)
  await makeRun(client, await makeCustomer(client))
  const path = `/distributor/partners/${id}/overview`
  const shown = (await portal.get(path)).body
  assert.deepEqual(shown.inUse, { keys: 1, people: 1, queuedRuns: 1, runningRuns: 0, schedules: 0 })
  assert.deepEqual(shown.settlement, { currency: 'GBP', interval: 'quarterly' })
  assert.deepEqual(
    [shown.billedBy, shown.name, shown.months],
    ['distributor', 'Peter', [{ month: '2031-05', runs: 1 }]],
  )
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  const after = (await portal.get(path)).body
  assert.deepEqual(after.inUse, { keys: 0, people: 1, queuedRuns: 0, runningRuns: 0, schedules: 0 })
  assert.ok(after.suspendedAt)
})

test('the chart begins with the partner’s first month and ends with the current one', () => {
  const may = new Date('2031-05-15T12:00:00.000Z')
  assert.deepEqual(shownMonths(new Date('2031-03-31T23:00:00.000Z'), may), ['2031-03', '2031-04', '2031-05'])
  const year = shownMonths(new Date(0), may)
  assert.deepEqual([year.length, year[0], year.at(-1)], [12, '2030-06', '2031-05'])
})

test('a pending partner gets a new link by email, and any other is refused', async () => {
  const distributor = await api.distributor('invites')
  const portal = await signIn(api, distributor.id)
  const id = await makePartner(distributor, { email: 'again@invites.example' })
  const path = `/distributor/partners/${id}/invite`
  const headers = { 'idempotency-key': 'once' }
  for (const replayed of [undefined, 'true']) {
    const sent = await portal.post(path, undefined, { headers })
    assert.deepEqual(
      [sent.status, sent.body, sent.headers['idempotency-replayed']],
      [200, { email: 'again@invites.example' }, replayed],
      sent.text,
    )
  }
  const { body } = await portal.get(`/distributor/partners/${id}/audit?action=partner.invited`)
  assert.equal(body.entries.length, 1)
  const [{ author, who, what }] = body.entries
  assert.deepEqual(author, { kind: 'person', id: portal.session.personId })
  assert.match(`${who} ${what}`, /^Pat Example sent an activation link to /)
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  assert.equal((await portal.post(path)).body.error.code, 'INVALID_FIELD')
})

test('a distributor sees who works at its partner, but not how their sign-in is protected', async () => {
  const distributor = await api.distributor('people')
  const { id } = await makeActivePartner(api, distributor)
  const { session } = await signIn(api, id, { role: 'technician' })
  const admin = await signIn(api, distributor.id, { role: 'admin' })
  await admin.post(`/distributor/partners/${id}/invite-owner`)
  const { body } = await admin.get(`/distributor/partners/${id}/people`)
  const { email, name } = session
  assert.deepEqual(body.people, [
    { id: session.personId, name, email, role: 'technician', status: 'active', lastSeenAt: now.toISOString() },
  ])
  assert.deepEqual(
    body.invitations.map((each: { email: string; role: string }) => [each.email, each.role]),
    [['admin@initech.example', 'owner']],
  )
  const technician = await signIn(api, distributor.id, { role: 'technician' })
  assert.equal((await technician.get(`/distributor/partners/${id}/people`)).body.error.code, 'ROLE_REQUIRED')
})

test('new partners are checked line by line before anything is created', async () => {
  const distributor = await api.distributor('checks')
  const portal = await signIn(api, distributor.id)
  const id = await makePartner(distributor, { company: 'Heron IT', email: 'hal@heron.example' })
  const rows = [
    newPartner({ company: 'New', email: 'a@new.example' }),
    newPartner({ company: 'HERON it', email: 'other@heron.example' }),
    newPartner({ company: 'Other', email: 'HAL@heron.example' }),
    newPartner({ plan: 'gold' }),
    { company: 'Empty' },
  ]
  const { status, body, text } = await portal.post('/distributor/partners/preview', { partners: rows })
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.errors.map((error: { index: number; field: string }) => [error.index, error.field]),
    [
      [3, 'plan'],
      [4, 'email'],
    ],
  )
  const same = { id, company: 'Heron IT', status: 'pending' }
  assert.deepEqual(body.known, [
    { index: 1, ...same },
    { index: 2, ...same },
  ])
  assert.equal(body.room, api.app.limits.partnersPerDistributor - 1)
  assert.equal((await portal.get('/distributor/portfolio')).body.partners.length, 1, 'nothing was created')
  const many = { partners: Array.from({ length: 51 }, () => newPartner()) }
  assert.equal((await portal.post('/distributor/partners/preview', many)).body.error.code, 'TOO_MANY')
})

test("another distributor's partner is not found, and does not count as known", async () => {
  const owner = await api.distributor('owns')
  const id = await makePartner(owner, { company: 'Owned', email: 'admin@owned.example' })
  const stranger = await signIn(api, (await api.distributor('stranger')).id)
  for (const path of ['overview', 'people', 'audit', 'keys'])
    assert.equal((await stranger.get(`/distributor/partners/${id}/${path}`)).status, 404, path)
  assert.equal((await stranger.post(`/distributor/partners/${id}/invite`)).status, 404)
  const rows = [newPartner({ company: 'Owned', email: 'admin@owned.example' })]
  assert.deepEqual((await stranger.post('/distributor/partners/preview', { partners: rows })).body.known, [])
  assert.deepEqual((await stranger.get('/distributor/portfolio')).body.partners, [])
})

test('2,000 partners are read in one statement that uses only indexes', async () => {
  const distributor = await api.distributor('large')
  const { db: owner, pool } = openTestDatabase(api.databaseUrl, { poolSize: 1 })
  await sql`
    insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
    select 'prt_' || lpad(n::text, 26, '0'), ${distributor.id}, 'Partner ' || n, 'admin@partner-' || n || '.example', 'N',
      'active', 'starter', ${now}, ${now} from generate_series(1, 2000) as n`.execute(owner)
  await pool.end()
  // Small tables are read whole even where there is an index; without that way, what remains has none.
  const rows = await api.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return (await sql<Record<string, string>>`explain ${partnersOf(distributor.id, '2031-05')}`.execute(tx)).rows
  })
  const plan = rows.flatMap((row) => Object.values(row)).join('\n')
  for (const index of [
    'partners_by_distributor',
    'usage_months_pkey',
    'customer_counts_pkey',
    'activation_tokens_pkey',
    'subscriptions_pkey',
    'runs_by_partner',
    'api_keys_partner_slot',
    'people_of_partner',
    'sessions_by_person',
    'sign_ins_by_person',
  ])
    assert.ok(plan.includes(index), `${index}: ${plan}`)
  assert.doesNotMatch(plan, /Seq Scan/, plan)
  const portal = await signIn(api, distributor.id)
  const { app, during } = countStatements(api.app)
  const actor = { kind: 'distributor', id: distributor.id, distributorId: distributor.id } as const
  assert.equal(await during(() => listPartnersShown(app, actor)), 1)
  const { body } = await portal.get('/distributor/portfolio')
  assert.equal(body.partners.length, 2_000)
})
