import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { grantByOperator } from '../../src/features/approvals/service.ts'
import { listCustomerApprovals } from '../../src/features/portal/approvals/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { openBrowser } from '../api/administrator.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { assertProblem, NO_CUSTOMER } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { planOf } from '../harness/plans.ts'
import { signIn } from '../portal/sessions.ts'
import { carryOutNotices, countBy, mailsOf } from '../security/mails.ts'

let now = new Date('2026-05-04T08:00:00.000Z')
const api = await startApi({ now: () => now, limits: { mailsPerDay: 3 } })
after(() => api[Symbol.asyncDispose]())

const { partnerId } = await api.partner('asking')
const client = await api.as('asking')
let technician = await signIn(api, partnerId, { role: 'technician' })
const stranger = await signIn(api, (await api.partner('stranger')).partnerId)

const tenant = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
let customers = 0

async function make(more: object = {}): Promise<string> {
  customers += 1
  const body = { name: `Customer ${customers}`, tenantId: tenant(customers), ...more }
  return (await client.post('/v1/partner/customers', body)).body.id
}

const approve = (n: number) => grantByOperator(api.app, AUTHOR, partnerId, tenant(n))

const list = async (query = ''): Promise<Json[]> => (await technician.get(`/partner/approvals${query}`)).body.customers
const find = async (id: string): Promise<Json> => (await list('?state=all')).find((each: Json) => each.id === id)

test('links for many customers are created together, ordered by name, and replace earlier links', async () => {
  const [first, second] = [await make({ email: 'it@one.example' }), await make({ name: 'A first' })]
  const before = await client.post(`/v1/partner/customers/${first}/consent-link`)
  const { status, body } = await technician.post('/partner/approvals/links', { customerIds: [first, second, first] })
  assert.equal(status, 201)
  assert.equal(body.approved, 0)
  assert.deepEqual(
    body.links.map(({ url: _, ...link }: Json) => link),
    [
      { customerId: second, name: 'A first', expiresAt: '2026-05-11T08:00:00.000Z' },
      { customerId: first, name: 'Customer 1', email: 'it@one.example', expiresAt: '2026-05-11T08:00:00.000Z' },
    ],
  )
  const browser = openBrowser(api)
  for (const { url } of body.links) assert.equal((await browser.open(url)).status, 200)
  assert.equal((await browser.open(before.body.url)).status, 404, 'the earlier link')
  const { rows } = await sql<{ subject: string }>`
    select subject from audit where action = 'consent.requested' and author_kind = 'person'`.execute(api.db)
  assert.deepEqual(rows.map(({ subject }) => subject).toSorted(), [first, second].toSorted())
})

test('repeating the call returns the same links, and approved customers get none', async () => {
  const [open, done] = [await make(), await make()]
  await approve(customers)
  const headers = { 'idempotency-key': 'links' }
  const body = { customerIds: [open, done] }
  const first = await technician.post('/partner/approvals/links', body, { headers })
  assert.deepEqual([first.body.links.length, first.body.approved], [1, 1])
  assert.deepEqual((await technician.post('/partner/approvals/links', body, { headers })).body, first.body)
})

test('a call with another partner’s customer is NOT_FOUND and creates no links', async () => {
  const own = await make()
  for (const path of ['/partner/approvals/links', '/partner/approvals/mails']) {
    assertProblem(await stranger.post(path, { customerIds: [own] }), 404, 'NOT_FOUND')
    assertProblem(await technician.post(path, { customerIds: [own, NO_CUSTOMER] }), 404, 'NOT_FOUND')
    assertProblem(await technician.post(path, { customerIds: [] }), 400, 'MISSING_FIELD')
  }
  assert.equal((await find(own)).link, undefined)
  assert.ok(!(await stranger.get('/partner/approvals?state=all')).body.customers.some(({ id }: Json) => id === own))
})

test('a fetched page does not count as a person, a started sign-in does', async () => {
  const id = await make()
  const { body } = await technician.post('/partner/approvals/links', { customerIds: [id] })
  const { url } = body.links[0]
  assert.deepEqual((await find(id)).link, {
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
  })
  const browser = openBrowser(api)
  await browser.open(url)
  const fetched = now.toISOString()
  now = new Date(now.getTime() + 60_000)
  await browser.open(url)
  assert.equal((await find(id)).link.fetchedAt, fetched, 'the first time')
  assert.equal((await find(id)).link.startedAt, undefined)
  assert.equal((await browser.post(url)).status, 303)
  assert.equal((await find(id)).link.startedAt, now.toISOString())
})

test('the list shows who has approved, and can be filtered by it', async () => {
  const [approved, linked, none] = [await make(), await make(), await make({ name: 'Bellbird' })]
  await approve(customers - 2)
  await technician.post('/partner/approvals/links', { customerIds: [linked] })
  const has = async (state: string): Promise<boolean[]> => {
    const ids = (await list(`?state=${state}`)).map(({ id }) => id)
    return [approved, linked, none].map((id) => ids.includes(id))
  }
  assert.deepEqual(await has('all'), [true, true, true])
  assert.deepEqual(await has('approved'), [true, false, false])
  assert.deepEqual(await has('missing'), [false, true, true])
  assert.deepEqual(await has('open'), [false, true, false])
  assert.deepEqual(await has('none'), [false, false, true])
  assert.deepEqual(
    (await list('?q=BELLB')).map(({ id }) => id),
    [none],
  )
  assert.equal((await find(approved)).approved.how, 'operator')
  now = new Date(now.getTime() + 8 * DAY_MS)
  technician = await signIn(api, partnerId, { role: 'technician' })
  assert.deepEqual(await has('open'), [false, false, false])
  assert.ok((await find(linked)).link, 'a link that has ended is still listed')
})

test('pages have neither gaps nor duplicates', async () => {
  const all = (await list('?state=all')).map(({ id }) => id)
  const read: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await technician.get(`/partner/approvals?state=all&limit=2${cursor && `&cursor=${cursor}`}`)
    read.push(...body.customers.map(({ id }: Json) => id))
    cursor = body.nextCursor
  }
  assert.deepEqual(read, all)
  assert.ok(all.length > 4)
})

test('contacts get mails with personal links, within the quotas, and none once they have approved', async () => {
  const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@people.example`)
  const ids: string[] = []
  for (const email of people) ids.push(await make({ email }))
  const silent = await make()
  const { status, body } = await technician.post('/partner/approvals/mails', { customerIds: [...ids, silent] })
  assert.deepEqual([status, body], [201, { queued: 4, withoutAddress: 1, approved: 0 }])
  await carryOutNotices(api)
  const { outbox = 0, waiting = 0 } = countBy(await mailsOf(api, 'approval-request'))
  assert.equal(outbox + waiting, 4)
  assert.ok(outbox > 0 && waiting > 0, `${outbox} of 4`)
  const mail = await api.db
    .selectFrom('mails')
    .select('text')
    .where('kind', '=', 'approval-request')
    .where('status', '=', 'outbox')
    .executeTakeFirstOrThrow()
  assert.ok(mail.text)
  const [url = ''] = /https:\S+\/approve\/\S+/.exec(mail.text) ?? []
  assert.equal((await openBrowser(api).open(url)).status, 200)
  const states = await Promise.all(ids.map(async (id) => (await find(id)).mail.isWaiting))
  assert.equal(states.filter(Boolean).length, waiting)
})

test('all customers are read in one statement that uses only indexes', async () => {
  await sql`insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_' || lpad(n::text, 26, '0'), ${partnerId}, 'Many ' || n, gen_random_uuid()::text, '{}', '{}', now(), now()
    from generate_series(1, 3000) as n`.execute(api.db)
  await sql`insert into mails (id, partner_id, customer_id, kind, recipient, subject, status, created_at)
    select 'mail_' || id, partner_id, id, 'approval-request', 'a@b.example', 'S', 'outbox', now() from customers`.execute(
    api.db,
  )
  await sql`analyze customers, consent_links, customer_consents, tenant_approvals, mails`.execute(api.db)
  const actor = {
    kind: 'person' as const,
    id: 'usr_1',
    partnerId,
    distributorId: null,
    plan: 'starter' as const,
    subscriptionStatus: null,
  }
  const plan = await planOf(api, (app) => listCustomerApprovals(app, actor, {}))
  assert.match(plan, /customers_by_/)
  assert.match(plan, /mails_by_customer/)
  assert.doesNotMatch(plan, /Seq Scan on (customers|mails|runs)/)
})
