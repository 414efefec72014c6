import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { isOptional } from '../../src/features/events/rules.ts'
import { endExpiredKeys } from '../../src/features/keys/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { OPEN_TENANT_IDS } from '../../src/simulator/tenants/tenants.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeActivePartner, makePartner, newPartner } from '../harness/accounts.ts'
import {
  assertKeys,
  assertProblem,
  fieldsAtFault,
  makeCustomer,
  makeRun,
  NO_CUSTOMER,
  TENANT,
} from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Answer, Client, Json } from '../harness/client.ts'

const UNREADABLE = '99999999-9999-4999-8999-999999999999'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({
  now: () => new Date(nowMs),
  approved: [...OPEN_TENANT_IDS, UNREADABLE],
  collect: async ({ tenantId }) => {
    if (tenantId === UNREADABLE) throw new CollectFailure('CONSENT_MISSING', 'The tenant has not consented.')
    return snapshotOf({}, tenantId)
  },
})
after(() => api[Symbol.asyncDispose]())

interface World {
  distributor: Client & { id: string }
  partner: Client
  id: string
  customerId: string
}

let worlds = 0

async function createWorld(): Promise<World> {
  const distributor = await api.distributor(`distributor-${++worlds}`)
  const { id, client } = await makeActivePartner(api, distributor)
  return { distributor, partner: client, id, customerId: await makeCustomer(client) }
}

interface News {
  answer: Answer
  /** Bodies with the columns of their audience. */
  events: Json[]
  audit: Json[]
  at: string
}

/** The events and audit rows of a call, oldest first. */
async function record(work: () => Promise<Answer | undefined>): Promise<News> {
  nowMs += 1000
  const [mark, eventMark] = await Promise.all([
    api.db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    api.db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ])
  const answer = (await work()) ?? { status: 0, headers: {}, body: undefined, text: '' }
  const rows = await api.db
    .selectFrom('events')
    .selectAll()
    .where('id', '>', eventMark?.id ?? '')
    .orderBy('id')
    .execute()
  const events = rows.map(({ body, ...row }) => ({ ...JSON.parse(body.toString('utf8')), row }))
  const audit = await api.db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', mark?.id ?? 0)
    .orderBy('id')
    .execute()
  return { answer, events, audit, at: new Date(nowMs).toISOString() }
}

async function executed(id: string): Promise<undefined> {
  await executeRun(api.app, id, { deadlineMs: 1000 })
}
const customer = { name: 'Told', tenantId: TENANT, email: 'it@told.example', receivers: ['r@told.example'] }
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

interface Change {
  what: string
  /** Sets up what the change needs, and returns the change. */
  prepare: (world: World) => Promise<() => Promise<Answer | undefined>> | (() => Promise<Answer | undefined>)
  author: 'partner' | 'distributor' | 'worker'
  events: readonly string[]
  audit: readonly string[]
}

const CHANGES: readonly Change[] = [
  {
    what: 'a customer that its partner creates',
    prepare:
      ({ partner }) =>
      () =>
        partner.post('/v1/partner/customers', customer),
    author: 'partner',
    events: ['customer.created'],
    audit: ['customer.created'],
  },
  {
    what: 'a customer that the distributor creates',
    prepare:
      ({ distributor, id }) =>
      () =>
        distributor.post(`/v1/distributor/partners/${id}/customers`, customer),
    author: 'distributor',
    events: ['customer.created'],
    audit: ['customer.created'],
  },
  {
    what: 'each customer of a bulk call',
    prepare:
      ({ partner }) =>
      () =>
        partner.post('/v1/partner/customers/bulk', { customers: [customer, {}, customer] }),
    author: 'partner',
    events: times(2, 'customer.created'),
    audit: times(2, 'customer.created'),
  },
  {
    what: 'a change of a customer',
    prepare:
      ({ partner, customerId }) =>
      () =>
        partner.put(`/v1/partner/customers/${customerId}`, { name: 'New' }),
    author: 'partner',
    events: ['customer.updated'],
    audit: ['customer.updated'],
  },
  {
    what: 'a deletion of a customer with its runs',
    prepare: async ({ partner, customerId }) => {
      await makeRun(partner, customerId)
      return () => partner.delete(`/v1/partner/customers/${customerId}`)
    },
    author: 'partner',
    events: ['customer.deleted'],
    audit: ['customer.deleted'],
  },
  {
    what: 'a run',
    prepare:
      ({ partner, customerId }) =>
      () =>
        partner.post('/v1/partner/assessments', { customerId, product: 'essential-eight' }),
    author: 'partner',
    events: [],
    audit: ['assessment.created'],
  },
  {
    what: 'a run that the distributor starts',
    prepare:
      ({ distributor, id, customerId }) =>
      () =>
        distributor.post(`/v1/distributor/partners/${id}/assessments`, { customerId, product: 'essential-eight' }),
    author: 'distributor',
    events: [],
    audit: ['assessment.created'],
  },
  {
    what: 'each run of a bulk call',
    prepare: async ({ partner, customerId }) => {
      const customerIds = [customerId, await makeCustomer(partner), 'x']
      return () => partner.post('/v1/partner/assessments/bulk', { customerIds, product: 'nist-csf' })
    },
    author: 'partner',
    events: [],
    audit: times(2, 'assessment.created'),
  },
  {
    what: 'a run that completes',
    prepare: async ({ partner, customerId }) => {
      const id = await makeRun(partner, customerId)
      return () => executed(id)
    },
    author: 'worker',
    events: ['assessment.started', 'assessment.completed', 'findings.changed'],
    audit: ['assessment.started', 'assessment.completed'],
  },
  {
    what: 'a run that fails',
    prepare: async ({ partner }) => {
      const { body } = await partner.post('/v1/partner/customers', { name: 'N', tenantId: UNREADABLE })
      const id = await makeRun(partner, body.id)
      return () => executed(id)
    },
    author: 'worker',
    events: ['assessment.started', 'assessment.failed'],
    audit: ['assessment.started', 'assessment.failed'],
  },
  {
    what: 'a run that is canceled',
    prepare: async ({ partner, customerId }) => {
      const id = await makeRun(partner, customerId)
      return () => partner.post(`/v1/partner/assessments/${id}/cancel`)
    },
    author: 'partner',
    events: ['assessment.canceled'],
    audit: ['assessment.canceled'],
  },
  {
    what: 'a change of plan',
    prepare:
      ({ partner }) =>
      () =>
        partner.post('/v1/partner/plan', { plan: 'starter' }),
    author: 'partner',
    events: [],
    audit: ['plan.changed'],
  },
  {
    what: 'a change of plan by the distributor',
    prepare:
      ({ distributor, id }) =>
      () =>
        distributor.post(`/v1/distributor/partners/${id}/plan`, { plan: 'starter' }),
    author: 'distributor',
    events: [],
    audit: ['plan.changed'],
  },
  {
    what: 'a change of settlement',
    prepare:
      ({ distributor, id }) =>
      () =>
        distributor.put(`/v1/distributor/partners/${id}`, { billing: { interval: 'quarterly' } }),
    author: 'distributor',
    events: [],
    audit: ['partner.updated'],
  },
  {
    what: 'a change of plan and settlement',
    prepare:
      ({ distributor, id }) =>
      () =>
        distributor.put(`/v1/distributor/partners/${id}`, { plan: 'starter', billing: { currency: 'GBP' } }),
    author: 'distributor',
    events: [],
    audit: ['plan.changed', 'partner.updated'],
  },
  {
    what: 'a new partner',
    prepare:
      ({ distributor }) =>
      () =>
        distributor.post('/v1/distributor/partners', newPartner()),
    author: 'distributor',
    events: [],
    audit: ['partner.created'],
  },
  {
    what: 'each partner of a bulk call',
    prepare:
      ({ distributor }) =>
      () =>
        distributor.post('/v1/distributor/partners/bulk', { partners: [newPartner(), {}, newPartner()] }),
    author: 'distributor',
    events: [],
    audit: times(2, 'partner.created'),
  },
  {
    what: 'an activation',
    prepare: async ({ distributor }) => {
      const id = await makePartner(distributor)
      return () => distributor.post(`/v1/distributor/partners/${id}/activate`)
    },
    author: 'distributor',
    events: ['partner.activated'],
    audit: ['partner.activated'],
  },
  {
    what: 'a suspension, each key that it ends and each run that it cancels',
    prepare: async ({ distributor, partner, id, customerId }) => {
      await partner.post('/v1/partner/keys')
      for (let made = 0; made < 3; made++) await makeRun(partner, customerId)
      return () => distributor.post(`/v1/distributor/partners/${id}/suspend`)
    },
    author: 'distributor',
    events: ['partner.suspended', 'key.revoked', 'key.revoked', ...times(3, 'assessment.canceled')],
    audit: ['partner.suspended', 'key.revoked', 'key.revoked', ...times(3, 'assessment.canceled')],
  },
  {
    what: 'a key',
    prepare:
      ({ partner }) =>
      () =>
        partner.post('/v1/partner/keys'),
    author: 'partner',
    events: ['key.created'],
    audit: ['key.created'],
  },
  {
    what: 'a revoked key',
    prepare: async ({ partner }) => {
      await partner.post('/v1/partner/keys')
      return () => partner.delete('/v1/partner/keys/2')
    },
    author: 'partner',
    events: ['key.revoked'],
    audit: ['key.revoked'],
  },
  {
    what: 'an expired key whose slot is taken',
    prepare: async ({ partner, id }) => {
      await partner.post('/v1/partner/keys')
      const expired = api.db.updateTable('api_keys').set({ expires_at: new Date(nowMs) })
      await expired.where('partner_id', '=', id).where('slot', '=', 2).execute()
      return () => partner.post('/v1/partner/keys')
    },
    author: 'partner',
    events: ['key.revoked', 'key.created'],
    audit: ['key.revoked', 'key.created'],
  },
  {
    what: 'an expired key that nobody uses',
    prepare: async ({ partner, id }) => {
      await partner.post('/v1/partner/keys')
      const expired = api.db.updateTable('api_keys').set({ expires_at: new Date(nowMs + 1000) })
      await expired.where('partner_id', '=', id).where('slot', '=', 2).execute()
      await endExpiredKeys(api.app)
      return async () => {
        await endExpiredKeys(api.app)
        await endExpiredKeys(api.app)
        return undefined
      }
    },
    author: 'worker',
    events: ['key.revoked'],
    audit: ['key.revoked'],
  },
  {
    what: "a distributor's key",
    prepare:
      ({ distributor }) =>
      () =>
        distributor.post('/v1/distributor/keys'),
    author: 'distributor',
    events: ['key.created'],
    audit: ['key.created'],
  },
]

for (const { what, prepare, author, events, audit } of CHANGES) {
  test(`${what}: ${events.join(', ') || 'no event'}; in the audit ${audit.join(', ')}`, async () => {
    const world = await createWorld()
    const change = await prepare(world)
    const news = await record(change)
    assert.ok(news.answer.status < 300, news.answer.text)
    assert.deepEqual(
      news.events.map((event) => event.type),
      events,
    )
    assert.deepEqual(
      news.audit.map((row) => row.action),
      audit,
    )
    const who = {
      partner: ['partner', world.id],
      distributor: ['distributor', world.distributor.id],
      worker: ['system', 'worker'],
    }[author]
    for (const row of news.audit) {
      assert.deepEqual([row.author_kind, row.author_id], who)
      assert.equal(row.occurred_at.toISOString(), news.at)
      assert.equal(row.distributor_id, world.distributor.id)
      assert.match(row.partner_id ?? 'none', what.startsWith('a distributor') ? /^none$/ : /^prt_/)
      const isCall = author !== 'worker'
      assert.equal(row.request_id, isCall ? news.answer.headers['x-request-id'] : null)
      if (isCall) assert.match(row.address, /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
      else assert.equal(row.address, null)
      assert.ok(row.before !== null || row.after !== null)
    }
    for (const event of news.events) {
      assertKeys(event, 'id type timestamp data row')
      assert.deepEqual([event.id, event.timestamp], [event.row.id, news.at])
      assert.equal(event.row.distributor_id, world.distributor.id)
      assert.equal(event.row.is_optional, isOptional(event.type))
      const isForDistributor = event.type.startsWith('partner.') || what.startsWith('a distributor')
      assert.equal(event.row.partner_id, isForDistributor ? null : world.id)
    }
  })
}

test('calls that only read, are refused, or change nothing leave no event and no audit row', async () => {
  const { distributor, partner, id, customerId } = await createWorld()
  const path = `/v1/distributor/partners/${id}`
  const ended = await makeRun(partner, customerId)
  await executed(ended)
  const suspended = await makePartner(distributor)
  await distributor.post(`/v1/distributor/partners/${suspended}/suspend`)
  const run = { customerId, product: 'essential-eight' }
  const { body: account } = await distributor.get(path)
  const { body: stored } = await partner.get(`/v1/partner/customers/${customerId}`)
  const calls: [status: number, call: () => Promise<Answer>][] = [
    [200, () => partner.put(`/v1/partner/customers/${customerId}`, {})],
    [200, () => partner.put(`/v1/partner/customers/${customerId}`, stored)],
    [200, () => partner.put(`/v1/partner/customers/${customerId}`, { email: null, receivers: [] })],
    [200, () => distributor.put(path, {})],
    [200, () => distributor.put(path, { plan: account.plan, billing: account.billing })],
    [200, () => distributor.put(path, account)],
    [200, () => distributor.post(`${path}/activate`)],
    [200, () => distributor.post(`/v1/distributor/partners/${suspended}/suspend`)],
    [200, () => partner.post(`/v1/partner/assessments/${ended}/cancel`)],
    [201, () => partner.post('/v1/partner/customers/bulk', { customers: [{}, {}] })],
    [202, () => partner.post('/v1/partner/assessments/bulk', { product: 'nist-csf', customerIds: ['x'] })],
    [201, () => distributor.post('/v1/distributor/partners/bulk', { partners: [{}] })],
    [400, () => partner.post('/v1/partner/customers', {})],
    [404, () => partner.put(`/v1/partner/customers/${NO_CUSTOMER}`, { name: 'N' })],
    [404, () => partner.delete(`/v1/partner/customers/${NO_CUSTOMER}`)],
    [404, () => partner.post('/v1/partner/assessments', { ...run, customerId: NO_CUSTOMER })],
    [400, () => partner.post('/v1/partner/assessments', { ...run, product: 'none' })],
    [403, () => distributor.post(`/v1/distributor/partners/${suspended}/assessments`, { ...run, product: 'nist-csf' })],
    [400, () => partner.post('/v1/partner/plan', { plan: 'professional' })],
    [400, () => distributor.post(`${path}/plan`, { plan: 'gold' })],
    [400, () => distributor.put(path, { plan: 'gold', billing: { interval: 'quarterly' } })],
    [409, () => partner.delete('/v1/partner/keys/1')],
    [404, () => partner.delete('/v1/partner/keys/2')],
    [400, () => distributor.post('/v1/distributor/partners', {})],
    [200, () => partner.get('/v1/partner/me')],
    [200, () => partner.get('/v1/partner/audit')],
    [200, () => distributor.get('/v1/distributor/usage')],
    [200, () => partner.post('/v1/partner/plan/preview', { plan: 'starter' })],
    [401, () => api.client('pk_live_x').get('/v1/partner/me')],
  ]
  for (const [status, call] of calls) {
    const { answer, events, audit } = await record(call)
    assert.equal(answer.status, status, `${call}: ${answer.text}`)
    assert.deepEqual([events, audit], [[], []], String(call))
  }
  await partner.post('/v1/partner/keys')
  const full = await record(() => partner.post('/v1/partner/keys'))
  assert.deepEqual([full.answer.status, full.events, full.audit], [409, [], []])
})

test('a customer event has the customer, its changed fields, and the time of its deletion', async () => {
  const { partner, id } = await createWorld()
  const created = await record(() => partner.post('/v1/partner/customers', customer))
  const { id: customerId, ...rest } = created.answer.body
  const emitted = { customerId, partnerId: id, ...rest }
  assert.deepEqual(created.events[0].data, emitted)
  const path = `/v1/partner/customers/${customerId}`
  const changed = await record(() => partner.put(path, { name: 'New', email: null, receivers: ['r@told.example'] }))
  const { email: _, ...renamed } = { ...emitted, name: 'New' }
  assert.deepEqual(changed.events[0].data, { ...renamed, changedFields: ['name', 'email'] })
  assert.deepEqual(changed.audit[0].before, emitted)
  assert.deepEqual(changed.audit[0].after, changed.events[0].data)
  const deleted = await record(() => partner.delete(path))
  assert.deepEqual(deleted.events[0].data, { ...renamed, deletedAt: deleted.at })
  assert.deepEqual(deleted.audit[0].before, renamed)
  for (const { audit } of [created, changed, deleted]) assert.equal(audit[0].subject, customerId)
})

test('a run event has the fields of the run that are known so far', async () => {
  const { partner, distributor, id, customerId } = await createWorld()
  const runId = await makeRun(partner, customerId)
  const { events } = await record(() => executed(runId))
  const run = (await partner.get(`/v1/partner/assessments/${runId}`)).body
  const { createdAt, startedAt, completedAt, score, findings, critical, high, medium, low, reportUrl } = run
  const common = { assessmentId: runId, customerId, partnerId: id, product: 'essential-eight', maturityTarget: 2 }
  assert.deepEqual(events[0].data, { ...common, status: 'running', createdAt, startedAt })
  const results = { score, findings, critical, high, medium, low, reportUrl, completedAt }
  assert.deepEqual(events[1].data, { ...common, status: 'completed', createdAt, startedAt, ...results })
  const bad = (await partner.post('/v1/partner/customers', { name: 'N', tenantId: UNREADABLE })).body.id
  const failing = await makeRun(partner, bad)
  const failed = (await record(() => executed(failing))).events[1].data
  assert.deepEqual(failed.failure, { code: 'CONSENT_MISSING', message: 'The tenant has not consented.' })
  assert.deepEqual(
    [failed.status, failed.score, failed.completedAt],
    ['failed', undefined, new Date(nowMs).toISOString()],
  )
  // Its quota was released, which the status in the last audit row implies.
  assert.equal((await distributor.get(`/v1/distributor/partners/${id}`)).body.usage.runsUsed, 1)
  const waiting = await makeRun(partner, customerId)
  const canceled = (await record(() => partner.post(`/v1/partner/assessments/${waiting}/cancel`))).audit[0]
  assert.deepEqual([canceled.before, canceled.after], [{ status: 'queued' }, { status: 'canceled' }])
})

test('a partner event has the account and its new state', async () => {
  const { distributor, id } = await createWorld()
  const path = `/v1/distributor/partners/${id}`
  const { company, email, plan } = (await distributor.get(path)).body
  const suspended = await record(() => distributor.post(`${path}/suspend`))
  const account = { partnerId: id, company, email, plan }
  assert.deepEqual(suspended.events[0].data, { ...account, status: 'suspended', suspendedAt: suspended.at })
  assert.equal(suspended.answer.body.suspendedAt, suspended.at)
  assert.deepEqual(
    [suspended.audit[0].before, suspended.audit[0].after],
    [{ status: 'active' }, { status: 'suspended' }],
  )
  const activated = await record(() => distributor.post(`${path}/activate`))
  assert.deepEqual(activated.events[0].data, { ...account, status: 'active', activatedAt: activated.at })
})

test('a key event has slot, prefix and last characters of the key, and why it ended, but never the key', async () => {
  const { distributor, partner, id } = await createWorld()
  const created = await record(() => partner.post('/v1/partner/keys'))
  const { key, slot, createdAt } = created.answer.body
  const shown = { partnerId: id, slot, prefix: key.slice(0, 12), last4: key.slice(-4) }
  assert.deepEqual(created.events[0].data, { ...shown, createdAt })
  const revoked = await record(() => partner.delete('/v1/partner/keys/2'))
  assert.deepEqual(revoked.events[0].data, { ...shown, revokedAt: revoked.at, reason: 'revoked' })
  const suspended = await record(() => distributor.post(`/v1/distributor/partners/${id}/suspend`))
  const [, ended] = suspended.events
  assert.deepEqual([ended.data.slot, ended.data.reason, ended.data.revokedAt], [1, 'suspension', suspended.at])
  const own = await record(() => distributor.post('/v1/distributor/keys'))
  assertKeys(own.events[0].data, 'distributorId slot prefix last4 createdAt')
  for (const { events, audit } of [created, revoked, suspended, own]) {
    const text = JSON.stringify([events, audit])
    for (const secret of [key, own.answer.body.key, partner.key]) assert.ok(!text.includes(secret.slice(12, -4)))
  }
})

test('the audit of a plan change has the terms before and after', async () => {
  const { partner, id } = await createWorld()
  const { audit } = await record(() => partner.post('/v1/partner/plan', { plan: 'enterprise', billing: 'monthly' }))
  const { before, after: next } = audit[0]
  assert.deepEqual([before.plan, before.billing, before.currency], ['professional', 'rolling', 'aud'])
  assert.deepEqual([next.plan, next.billing, next.currency], ['enterprise', 'monthly', 'aud'])
  assert.equal(audit[0].subject, id)
})

test('the audit trail has the caller’s own address behind a configured proxy', async () => {
  await using proxied = await startApi({ trustProxy: ['127.0.0.1', '::1'] })
  const client = await proxied.as('acme')
  await client.post('/v1/partner/customers', customer, { headers: { 'X-Forwarded-For': '192.0.2.7' } })
  assert.equal((await client.get('/v1/partner/audit')).body.entries[0].address, '192.0.2.7')
})

const LOGS = [
  { name: 'events', items: 'events', filter: 'type', action: (item: Json) => item.type },
  { name: 'audit', items: 'entries', filter: 'action', action: (item: Json) => item.action },
] as const

for (const { name, items, filter, action } of LOGS) {
  test(`${name} are read newest first, filtered and page by page, by partner and by distributor`, async () => {
    const { distributor, partner, customerId } = await createWorld()
    for (let made = 0; made < 70; made++) {
      // Several in the same millisecond, and some of other accounts.
      if (made % 10 === 0) nowMs += 1000
      await (made % 7 === 0
        ? partner.put(`/v1/partner/customers/${customerId}`, { name: `N${made}` })
        : makeCustomer(partner))
    }
    for (const [client, path] of [
      [partner, `/v1/partner/${name}`],
      [distributor, `/v1/distributor/${name}`],
    ] as const) {
      const read = async (query: string): Promise<Json> => {
        const { status, body, text } = await client.get(`${path}?${query}`)
        assert.equal(status, 200, text)
        return body
      }
      const all: Json[] = (await read('limit=200'))[items]
      assert.ok(all.length >= 71)
      const instants = all.map((item) => item.timestamp ?? item.occurredAt)
      assert.deepEqual(instants, instants.toSorted().reverse())
      assert.equal(action(all[0]), 'customer.created')
      const byDefault = await read('')
      assertKeys(byDefault, `${items} nextCursor`)
      assert.deepEqual(byDefault[items], all.slice(0, 50))
      const rest = await read(`cursor=${byDefault.nextCursor}`)
      assertKeys(rest, items)
      assert.deepEqual(rest[items], all.slice(50))
      const paged: Json[] = []
      let cursor = ''
      for (let pages = 0; pages < 100 && cursor !== 'end'; pages++) {
        const page = await read(`limit=9${cursor && `&cursor=${cursor}`}`)
        paged.push(...page[items])
        cursor = page.nextCursor ?? 'end'
      }
      assert.deepEqual(paged, all)
      const filtered = await read(`${filter}=customer.updated&limit=200`)
      assert.deepEqual(
        filtered[items],
        all.filter((item) => action(item) === 'customer.updated'),
      )
      assert.equal(filtered[items].length, 10)
      const first = await client.get(`${path}?${filter}=customer.updated&limit=4`)
      const next = new URL(/^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '')
      assert.deepEqual([next.searchParams.get(filter), next.searchParams.get('limit')], ['customer.updated', '4'])
      assert.deepEqual((await client.get(`${path}${next.search}`)).body[items], filtered[items].slice(4, 8))
      assertProblem(await client.get(`${path}?limit=4&cursor=${first.body.nextCursor}`), 400, 'INVALID_FIELD')
      for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=x']) {
        const error = assertProblem(await client.get(`${path}?${query}`), 400, 'INVALID_FIELD')
        assert.deepEqual(fieldsAtFault(error), [`${query.split('=')[0]} INVALID_FIELD`])
      }
    }
  })

  test(`${name} of another partner, another distributor, or a partner without distributor cannot be read`, async () => {
    const worlds = [await createWorld(), await createWorld()]
    const sibling = await makeActivePartner(api, (worlds[0] ?? assert.fail()).distributor)
    const free = await api.as('free')
    await makeCustomer(free)
    const idsOf = async (client: Client, path: string): Promise<string[]> =>
      (await client.get(`${path}/${name}?limit=200`)).body[items].map((item: Json) => item.id)
    const logs = await Promise.all([
      ...worlds.map(({ distributor }) => idsOf(distributor, '/v1/distributor')),
      ...worlds.map(({ partner }) => idsOf(partner, '/v1/partner')),
      idsOf(sibling.client, '/v1/partner'),
      idsOf(free, '/v1/partner'),
    ])
    const [one = [], two = [], ofOne = [], ofTwo = [], ofSibling = [], ofFree = []] = logs
    const own = (ids: string[], by: string[]) => assert.ok(ids.length > 0 && ids.every((id) => by.includes(id)))
    own(ofOne, one)
    own(ofTwo, two)
    own(ofSibling, one)
    const apart = [two, ofOne, ofSibling, ofFree]
    for (const [at, ids] of apart.entries()) {
      for (const other of apart.slice(at + 1)) assert.ok(ids.every((id) => !other.includes(id)))
    }
    assert.ok(one.every((id) => !two.includes(id)))
  })
}

test('an event is read exactly as it will be delivered', async () => {
  const { partner, distributor, customerId } = await createWorld()
  await executed(await makeRun(partner, customerId))
  for (const [client, path] of [
    [partner, '/v1/partner/events'],
    [distributor, '/v1/distributor/events'],
  ] as const) {
    for (const event of (await client.get(path)).body.events) {
      const row = await api.db.selectFrom('events').select('body').where('id', '=', event.id).executeTakeFirstOrThrow()
      assert.equal(JSON.stringify(event), row.body.toString('utf8'))
    }
  }
})

test('an unknown kind of event is INVALID_FIELD, and an unknown action matches nothing', async () => {
  const { partner } = await createWorld()
  for (const type of ['plan.changed', 'CUSTOMER.CREATED', '', '%00']) {
    const error = assertProblem(await partner.get(`/v1/partner/events?type=${type}`), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['type INVALID_FIELD'])
  }
  for (const action of ['none', '', '%00', 'customer.created%00', 'CUSTOMER.CREATED']) {
    assert.deepEqual((await partner.get(`/v1/partner/audit?action=${action}`)).body, { entries: [] })
  }
})

test('an audit entry has author, action, subject, state before and after, and the origin of the call', async () => {
  const { distributor, partner, id, customerId } = await createWorld()
  const { answer, at } = await record(() => partner.put(`/v1/partner/customers/${customerId}`, { name: 'New' }))
  const mine = (await partner.get('/v1/partner/audit?limit=1')).body.entries[0]
  assert.deepEqual((await distributor.get('/v1/distributor/audit?limit=1')).body.entries[0], mine)
  assertKeys(mine, 'id occurredAt author action subject partnerId before after requestId address')
  assert.deepEqual(mine.author, { kind: 'partner', id })
  assert.deepEqual([mine.action, mine.subject, mine.partnerId], ['customer.updated', customerId, id])
  assert.deepEqual([mine.occurredAt, mine.requestId], [at, answer.headers['x-request-id']])
  assert.deepEqual([mine.before.name, mine.after.name, mine.after.changedFields], ['Umbrella', 'New', ['name']])
})

test('a partner reads what its distributor and the operator did to its account', async () => {
  const { distributor, partner, id } = await createWorld()
  await distributor.put(`/v1/distributor/partners/${id}`, { billing: { interval: 'quarterly' } })
  const { entries } = (await partner.get('/v1/partner/audit')).body
  const seen = entries.map((entry: Json) => `${entry.author.kind} ${entry.action}`)
  assert.deepEqual(seen.toReversed(), [
    'distributor partner.created',
    'distributor partner.activated',
    'operator key.created',
    'partner customer.created',
    'distributor partner.updated',
  ])
})
