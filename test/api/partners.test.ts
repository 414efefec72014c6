import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { runPartnerList } from '../../src/cli/partner/list.ts'
import { findAccount } from '../../src/features/accounts/service.ts'
import { createAssessment } from '../../src/features/assessments/service.ts'
import { authenticatePartner, createKey, toPartnerKeyAccount } from '../../src/features/keys/service.ts'
import { completeActivation, createActivationLink } from '../../src/features/partners/activation/service.ts'
import { createPerson } from '../../src/features/people/service.ts'
import { fields, list } from '../../src/shared/json.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const TENANT = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'
const AUTHOR = { kind: 'operator', id: 'test' } as const

const newPartner = (more: Record<string, unknown> = {}) => ({
  email: 'admin@initech.example',
  company: 'Initech',
  name: 'Peter',
  plan: 'starter',
  billing: { currency: 'AUD' },
  ...more,
})

test('the operator lists every partner with its state, plan and distributor, newest first', async () => {
  const distributor = await api.distributor('listing')
  const { id, createdAt } = (await distributor.post('/v1/distributor/partners', newPartner({ company: 'Listed' }))).body
  const { partnerId: alone } = await api.partner('alone', 'enterprise')
  const { json, text } = await runPartnerList(api.app)
  const items = list(json).map(fields)
  assert.deepEqual(items[1], {
    id,
    company: 'Listed',
    email: 'admin@initech.example',
    plan: 'starter',
    status: 'pending',
    distributorId: distributor.id,
    createdAt: new Date(createdAt),
  })
  assert.deepEqual([items[0]?.id, items[0]?.plan, items[0]?.distributorId], [alone, 'enterprise', undefined])
  const [head, ...lines] = text.split('\n')
  assert.match(head ?? '', /^partner +status +plan +distributor +created \(UTC\) +company$/)
  assert.match(lines[0] ?? '', new RegExp(`^${alone}  active +enterprise +- +\\S+ \\S+  alone <`))
  assert.match(lines[1] ?? '', new RegExp(`^${id}  pending +starter +${distributor.id}  \\S+ \\S+  Listed <`))
})

const eventsOf = async (partnerId: string) => {
  const rows = await api.db.selectFrom('events').selectAll().orderBy('id').execute()
  return rows
    .map((row) => ({ row, body: JSON.parse(row.body.toString()) }))
    .filter(({ body }) => body.data.partnerId === partnerId)
}

/** An active partner of the distributor, with its own client. */
async function activePartner(
  distributor: Client & { id: string },
  plan = 'starter',
): Promise<{ id: string; client: Client }> {
  const created = await distributor.post('/v1/distributor/partners', newPartner({ plan }))
  const { id } = created.body
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  const owner = { partnerId: id, distributorId: distributor.id }
  const { key } = await createKey(api.app, AUTHOR, { kind: 'partner', id, owner })
  return { id, client: api.client(key) }
}

test('a partner is created pending with exactly the contract’s fields, and the interval is quarterly by default', async () => {
  const meridian = await api.distributor('meridian')
  const created = await meridian.post('/v1/distributor/partners', newPartner())
  assert.equal(created.status, 201)
  const { id, createdAt, ...rest } = created.body
  assert.match(id, /^prt_[0-9a-z]{26}$/)
  assert.ok(Date.parse(createdAt) > 0)
  assert.deepEqual(rest, {
    company: 'Initech',
    email: 'admin@initech.example',
    plan: 'starter',
    status: 'pending',
    billing: { currency: 'AUD', interval: 'quarterly' },
  })
  const read = await meridian.get(`/v1/distributor/partners/${id}`)
  assert.equal(read.status, 200)
  assert.deepEqual(Object.keys(read.body).sort(), [
    'billing',
    'company',
    'createdAt',
    'email',
    'id',
    'name',
    'plan',
    'status',
    'usage',
  ])
  assert.deepEqual(Object.keys(read.body.usage).sort(), ['customersCount', 'month', 'runsLimit', 'runsUsed'])
})

test('all missing and invalid fields of a new partner are reported at once', async () => {
  const meridian = await api.distributor('meridian')
  const refused = await meridian.post('/v1/distributor/partners', {
    email: 'nobody',
    plan: 'gold',
    billing: { currency: 'XXX' },
  })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error.code, 'MISSING_FIELD')
  const fields = refused.body.error.details.map((detail: Json) => `${detail.field} ${detail.code}`).sort()
  assert.deepEqual(fields, [
    'billing.currency INVALID_FIELD',
    'company MISSING_FIELD',
    'email INVALID_FIELD',
    'name MISSING_FIELD',
    'plan INVALID_FIELD',
  ])
})

test('a distributor cannot read, activate or suspend another’s partner, or reach its customers and runs', async () => {
  const other = await api.distributor('other')
  const partner = await activePartner(await api.distributor('meridian'))
  const base = `/v1/distributor/partners/${partner.id}`
  const nobody = '/v1/distributor/partners/prt_01m7z6v2jkefwvxn3cvrtrfhgn'
  for (const path of [base, `${base}/customers`, `${base}/assessments`, nobody]) {
    const refused = await other.get(path)
    assert.equal(refused.status, 404, path)
    assert.equal(refused.body.error.code, 'NOT_FOUND')
  }
  for (const path of [`${base}/activate`, `${base}/suspend`]) assert.equal((await other.post(path)).status, 404)
  const customer = await other.post(`${base}/customers`, { name: 'Umbrella', tenantId: TENANT })
  assert.equal(customer.status, 404)
})

test('a change of plan and settlement ignores unknown fields, even ones that the database could not store', async () => {
  const distributor = await api.distributor('unknown-fields')
  const { id } = await activePartner(distributor)
  const billing = { currency: 'EUR', unknown: '\ud9c6 \u0000' }
  const changed = await distributor.put(`/v1/distributor/partners/${id}`, { plan: 'enterprise', billing })
  assert.deepEqual(
    [changed.status, changed.body.plan, changed.body.billing],
    [200, 'enterprise', { currency: 'EUR', interval: 'quarterly' }],
  )
})

test('a pending partner’s key gets PARTNER_INACTIVE until the activation, and only the distributor receives its event', async () => {
  const meridian = await api.distributor('meridian')
  const { id } = (await meridian.post('/v1/distributor/partners', newPartner())).body
  const { key } = await createKey(api.app, AUTHOR, {
    kind: 'partner',
    id,
    owner: { partnerId: id, distributorId: meridian.id },
  })
  const partner = api.client(key)
  const before = await partner.get('/v1/partner/me')
  assert.deepEqual([before.status, before.body.error.code], [403, 'PARTNER_INACTIVE'])
  const activated = await meridian.post(`/v1/distributor/partners/${id}/activate`)
  assert.deepEqual([activated.status, activated.body.status], [200, 'active'])
  assert.deepEqual(Object.keys(activated.body).sort(), ['activatedAt', 'id', 'status'])
  assert.equal((await partner.get('/v1/partner/me')).status, 200)
  const again = await meridian.post(`/v1/distributor/partners/${id}/activate`)
  assert.deepEqual(again.body, activated.body)
  const activations = (await eventsOf(id)).filter(({ body }) => body.type === 'partner.activated')
  assert.equal(activations.length, 1)
  assert.equal(activations[0]?.row.partner_id, null)
  assert.equal(activations[0]?.row.distributor_id, meridian.id)
})

test('a suspension ends every key, cancels queued runs, releases their quota, and emits one event', async () => {
  const meridian = await api.distributor('meridian')
  const partner = await activePartner(meridian)
  const second = (await partner.client.post('/v1/partner/keys')).body
  const customer = (await partner.client.post('/v1/partner/customers', { name: 'Umbrella', tenantId: TENANT })).body
  const runs = [1, 2, 3].map(() =>
    partner.client.post('/v1/partner/assessments', { customerId: customer.id, product: 'essential-eight' }),
  )
  await Promise.all(runs)
  const base = `/v1/distributor/partners/${partner.id}`
  const suspended = await meridian.post(`${base}/suspend`)
  assert.deepEqual([suspended.status, suspended.body.status], [200, 'suspended'])
  assert.deepEqual((await meridian.post(`${base}/suspend`)).body, suspended.body)
  for (const client of [partner.client, api.client(second.key)]) {
    const refused = await client.get('/v1/partner/me')
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'PARTNER_INACTIVE'])
  }
  const listed = await meridian.get(`${base}/assessments`)
  assert.deepEqual(
    listed.body.runs.map((run: Json) => run.status),
    ['canceled', 'canceled', 'canceled'],
  )
  assert.equal((await meridian.get(base)).body.usage.runsUsed, 0)
  const types = (await eventsOf(partner.id)).map(({ body }) => body.type)
  assert.equal(types.filter((type) => type === 'partner.suspended').length, 1)
  assert.equal(types.filter((type) => type === 'key.revoked').length, 2)
  const refusedRun = await meridian.post(`${base}/assessments`, { customerId: customer.id, product: 'essential-eight' })
  assert.deepEqual([refusedRun.status, refusedRun.body.error.code], [403, 'PARTNER_INACTIVE'])
  assert.equal((await meridian.post(`${base}/customers`, { name: 'Allowed', tenantId: TENANT })).status, 201)
  await meridian.post(`${base}/activate`)
  const dead = await partner.client.get('/v1/partner/me')
  assert.deepEqual([dead.status, dead.body.error.code], [401, 'INVALID_KEY'])
})

test('a call that was admitted just before a suspension starts no run after it', async () => {
  const meridian = await api.distributor('meridian')
  const partner = await activePartner(meridian)
  const customer = (await partner.client.post('/v1/partner/customers', { name: 'Umbrella', tenantId: TENANT })).body
  const { actor } = await authenticatePartner(api.app, partner.client.key)
  const input = { customerId: customer.id, product: 'essential-eight' }
  const suspension = meridian.post(`/v1/distributor/partners/${partner.id}/suspend`)
  const attempts = Array.from({ length: 20 }, () => createAssessment(api.app, actor, input).catch((error) => error))
  await suspension
  const late = await createAssessment(api.app, actor, input).catch((error) => error)
  assert.equal(late.code, 'PARTNER_INACTIVE')
  await Promise.all(attempts)
  const queued = await api.db
    .selectFrom('runs')
    .select('id')
    .where('partner_id', '=', partner.id)
    .where('status', '=', 'queued')
    .execute()
  assert.deepEqual(queued, [])
  assert.equal((await meridian.get(`/v1/distributor/partners/${partner.id}`)).body.usage.runsUsed, 0)
})

test('a call that was admitted just before a suspension creates no key after it', async () => {
  const meridian = await api.distributor('meridian')
  const partner = await activePartner(meridian)
  const { actor } = await authenticatePartner(api.app, partner.client.key)
  await meridian.post(`/v1/distributor/partners/${partner.id}/suspend`)
  await assert.rejects(createKey(api.app, actor, toPartnerKeyAccount(actor)), { code: 'PARTNER_INACTIVE' })
  await meridian.post(`/v1/distributor/partners/${partner.id}/activate`)
  assert.deepEqual((await meridian.get(`/v1/distributor/partners/${partner.id}/keys`)).body, { keys: [] })
})

test('the activation link still works after the distributor has activated the partner, and does not activate it twice', async () => {
  const meridian = await api.distributor('meridian')
  const { id } = (await meridian.post('/v1/distributor/partners', newPartner())).body
  const token = tokenOf(await createActivationLink(api.app, id))
  await meridian.post(`/v1/distributor/partners/${id}/activate`)
  assert.ok((await attempt(token))?.session, 'its administrator gets a password in any case')
  assert.equal((await eventsOf(id)).filter(({ body }) => body.type === 'partner.activated').length, 1)
})

test('strict handling validates each row of a bulk request by itself', async () => {
  const { client } = await activePartner(await api.distributor('meridian'))
  const rows = [
    { name: 'Umbrella', tenantId: TENANT },
    { name: 'Hooli', tenantId: TENANT, colour: 'red' },
  ]
  const strict = await client.post(
    '/v1/partner/customers/bulk',
    { customers: rows },
    { headers: { Prefer: 'handling=strict' } },
  )
  assert.deepEqual([strict.status, strict.body.created, strict.body.failed], [201, 1, 1])
  assert.deepEqual(
    [strict.body.errors[0].index, strict.body.errors[0].code, strict.body.errors[0].field],
    [1, 'INVALID_FIELD', 'colour'],
  )
})

test('a distributor creates customers and runs for its partner, counted against the partner', async () => {
  const meridian = await api.distributor('meridian')
  const partner = await activePartner(meridian)
  const base = `/v1/distributor/partners/${partner.id}`
  const customer = await meridian.post(`${base}/customers`, { name: 'Umbrella', tenantId: TENANT })
  assert.equal(customer.status, 201)
  assert.equal(customer.body.partnerId, partner.id)
  const run = await meridian.post(`${base}/assessments`, { customerId: customer.body.id, product: 'essential-eight' })
  assert.equal(run.status, 202)
  assert.deepEqual(Object.keys(run.body).sort(), ['createdAt', 'customerId', 'id', 'partnerId', 'product', 'status'])
  assert.equal((await meridian.get(`${base}/assessments/${run.body.id}`)).body.customerName, 'Umbrella')
  const me = await partner.client.get('/v1/partner/me')
  assert.deepEqual([me.body.usage.runsUsed, me.body.usage.customersCount], [1, 1])
  const usage = await meridian.get('/v1/distributor/usage')
  assert.equal(usage.status, 200)
  const mine = usage.body.byPartner.find((row: Json) => row.partnerId === partner.id)
  assert.deepEqual(mine, { partnerId: partner.id, company: 'Initech', runs: 1, customers: 1 })
})

test('usage of a future month is zero, and an invalid month is refused', async () => {
  const meridian = await api.distributor('meridian')
  const future = await meridian.get('/v1/distributor/usage?month=2999-01')
  assert.deepEqual(future.body, {
    month: '2999-01',
    totalPartners: 0,
    activePartners: 0,
    totalCustomers: 0,
    totalRuns: 0,
    byPartner: [],
  })
  const wrong = await meridian.get('/v1/distributor/usage?month=2026-13')
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'INVALID_FIELD'])
})

test('the activation link works once, for 7 days, and never lifts a suspension', async () => {
  const meridian = await api.distributor('meridian')
  const { id } = (await meridian.post('/v1/distributor/partners', newPartner())).body
  const old = tokenOf(await createActivationLink(api.app, id))
  const token = tokenOf(await createActivationLink(api.app, id))
  assert.equal(await attempt(old), undefined)
  const aWeekLater = { ...api.app, now: () => new Date(api.app.now().getTime() + 7 * 86_400_000 + 60_000) }
  assert.equal(await attempt(token, aWeekLater), undefined)
  const tries = await Promise.all([attempt(token), attempt(token)])
  assert.equal(tries.filter((activated) => activated?.session !== undefined).length, 1)
  assert.equal(tries.filter((activated) => activated === undefined).length, 1)
  assert.equal((await meridian.get(`/v1/distributor/partners/${id}`)).body.status, 'active')
  assert.equal(await createActivationLink(api.app, id), undefined)
  const other = (await meridian.post('/v1/distributor/partners', newPartner())).body.id
  const stale = tokenOf(await createActivationLink(api.app, other))
  await meridian.post(`/v1/distributor/partners/${other}/suspend`)
  assert.equal(await attempt(stale), undefined)
  assert.equal((await meridian.get(`/v1/distributor/partners/${other}`)).body.status, 'suspended')
})

const attempt = (token: string, app = api.app) =>
  completeActivation(app, token, 'several unrelated words', {
    address: '127.0.0.1',
    agent: undefined,
    requestId: 'req_1',
    session: undefined,
  })

const tokenOf = (link: string | undefined): string => link?.split('/').at(-1) ?? ''

test('one of six concurrent key creations succeeds, and concurrent deletions of both slots leave one key', async () => {
  const partner = await activePartner(await api.distributor('meridian'))
  const created = await Promise.all(Array.from({ length: 6 }, () => partner.client.post('/v1/partner/keys')))
  assert.deepEqual(created.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
  assert.ok(created.every(({ status, body }) => status === 201 || body.error.code === 'MAX_KEYS'))
  const listed = await partner.client.get('/v1/partner/keys')
  assert.deepEqual(
    listed.body.keys.map((key: Json) => key.slot),
    [1, 2],
  )
  assert.equal(listed.text.includes(partner.client.key), false)
  assert.match(listed.body.keys[0].lastUsedAddress, /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
  const seen = await (await api.distributor('meridian')).get(`/v1/distributor/partners/${partner.id}/keys`)
  assert.deepEqual([seen.body.keys.length, seen.text.includes('lastUsedAddress')], [2, false])
  const deleted = await Promise.all([1, 2].map((slot) => partner.client.delete(`/v1/partner/keys/${slot}`)))
  const left = await api.db
    .selectFrom('api_keys')
    .selectAll()
    .where('partner_id', '=', partner.id)
    .where('revoked_at', 'is', null)
    .execute()
  assert.equal(left.length, 1)
  assert.equal(deleted.filter(({ status }) => status === 204).length, 1)
})

test('an empty or invalid slot is NOT_FOUND, and the last key cannot be revoked', async () => {
  const partner = await activePartner(await api.distributor('meridian'))
  for (const slot of ['2', '3', '0', 'abc', '1.0']) {
    const refused = await partner.client.delete(`/v1/partner/keys/${slot}`)
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'NOT_FOUND'], slot)
  }
  const last = await partner.client.delete('/v1/partner/keys/1')
  assert.deepEqual([last.status, last.body.error.code], [409, 'LAST_KEY'])
})

test('the page behind the link asks for a password, and only its form activates the account', async () => {
  const meridian = await api.distributor('meridian')
  const email = 'peter@initech.example'
  const { id } = (await meridian.post('/v1/distributor/partners', newPartner({ company: '<b>Initech</b>', email })))
    .body
  const path = `/activate/${tokenOf(await createActivationLink(api.app, id))}`
  const statusOf = async () => (await meridian.get(`/v1/distributor/partners/${id}`)).body.status
  const form = await page('GET', path)
  assert.equal(form.status, 200)
  assert.match(form.text, /<button>Activate the account<\/button>/)
  assert.equal(await statusOf(), 'pending', 'opening it does nothing')
  assert.ok(!form.text.includes('<b>Initech'))
  assert.match(form.policy, /default-src 'none'/)
  const words = 'several unrelated words'
  for (const body of [
    '',
    'password=short&repeat=short',
    `password=${words}&repeat=others`,
    `password=${email}&repeat=${email}`,
  ]) {
    const refused = await page('POST', path, body)
    assert.deepEqual([refused.status, /role="alert"/.test(refused.text)], [400, true], body)
    assert.equal(await statusOf(), 'pending')
  }
  const foreign = await page('POST', path, `password=${words}&repeat=${words}`, 'cross-site')
  assert.deepEqual([foreign.status, await statusOf()], [403, 'pending'])
  const done = await page('POST', path, `password=${words}&repeat=${words}`)
  assert.deepEqual([done.status, done.location], [303, '/sign-in/new-factor?next=%2Fwelcome'])
  assert.match(done.cookie, /^__Host-portal=/)
  assert.equal(await statusOf(), 'active')
  const people = await api.db
    .selectFrom('people')
    .select(['email', 'role', 'name'])
    .where('partner_id', '=', id)
    .execute()
  assert.deepEqual(people, [{ email, role: 'owner', name: 'Peter' }])
  for (const method of ['GET', 'POST'] as const) {
    const used = await page(method, path, method === 'POST' ? '' : undefined)
    assert.equal(used.status, 404)
  }
})

test('an activation link cannot change the password of somebody who already belongs to the account', async () => {
  const meridian = await api.distributor('meridian')
  const { id } = (await meridian.post('/v1/distributor/partners', newPartner())).body
  const link = `/activate/${tokenOf(await createActivationLink(api.app, id))}`
  await meridian.post(`/v1/distributor/partners/${id}/activate`)
  const account = await findAccount(api.app, id)
  const person = { email: 'ADMIN@initech.example', name: 'Peter', role: 'owner' } as const
  const personId = await api.db.transaction().execute((tx) => createPerson(tx, AUTHOR, account, person, api.app.now()))
  const words = 'several unrelated words'
  const done = await page('POST', link, `password=${words}&repeat=${words}`)
  assert.deepEqual([done.status, done.location, done.cookie], [303, '/sign-in', ''])
  const stored = await api.db.selectFrom('credentials').select('id').where('person_id', '=', personId).execute()
  assert.deepEqual(stored, [])
})

async function page(method: 'GET' | 'POST', path: string, body?: string, site = 'same-origin') {
  const answer = await request(`${api.baseUrl}${path}`, {
    method,
    dispatcher: new Agent({ connect: { ca: api.ca } }),
    ...(body !== undefined && {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    }),
  })
  const policy = String(answer.headers['content-security-policy'])
  const { location, 'set-cookie': cookie = '' } = answer.headers
  return { status: answer.statusCode, text: await answer.body.text(), policy, location, cookie: String(cookie) }
}
