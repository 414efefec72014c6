import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { grantByOperator } from '../../src/features/approvals/service.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { assertProblem } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from './sessions.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const tenant = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A partner with 105 customers, more than a page; every second has an address, and the last has approved. */
async function enter(name: string) {
  const client = await api.as(name)
  const { partnerId } = await api.partner(name)
  const customers = Array.from({ length: 105 }, (_, n) => ({
    name: `${n < 3 ? 'Harbour' : 'Customer'} ${n}`,
    tenantId: tenant(n + 1),
    ...(n % 2 === 0 && { email: `it@c${n}.example` }),
  }))
  for (const rows of [customers.slice(0, 60), customers.slice(60)])
    assert.equal((await client.post('/v1/partner/customers/bulk', { customers: rows })).status, 201)
  await grantByOperator(api.app, AUTHOR, partnerId, tenant(105))
  return { partnerId, person: await signIn(api, partnerId, { role: 'technician' }) }
}

const PATH = '/partner/approvals/matching'

test('all that match are asked, not only those on the page', async () => {
  const { partnerId, person } = await enter('matching')
  const preview = await person.post(`${PATH}/preview`, {})
  assert.deepEqual(preview.body, { customers: 104, withAddress: 52, withLink: 0, isCut: false })
  const harbour = await person.post(`${PATH}/preview`, { q: 'harbour', state: 'none' })
  assert.deepEqual(harbour.body, { customers: 3, withAddress: 2, withLink: 0, isCut: false })

  const made = await person.post(`${PATH}/links`, { q: 'harbour' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    made.body.links.map(({ name }: { name: string }) => name),
    ['Harbour 0', 'Harbour 1', 'Harbour 2'],
  )
  assert.equal((await person.post(`${PATH}/preview`, { state: 'open' })).body.withLink, 3)

  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const sent = await person.post(`${PATH}/mails`, { state: 'missing' }, { headers })
  assert.deepEqual(sent.body, { queued: 52, withoutAddress: 52, approved: 0 })
  const again = await person.post(`${PATH}/mails`, { state: 'missing' }, { headers })
  assert.deepEqual([again.headers['idempotency-replayed'], again.body.queued], ['true', 52])
  const rows = await api.db
    .selectFrom('audit')
    .select('subject')
    .where('partner_id', '=', partnerId)
    .where('action', '=', 'consent.mailed')
    .execute()
  assert.equal(new Set(rows.map(({ subject }) => subject)).size, 52, 'each is recorded once')
})

test('a filter never includes other partners’ customers, and nothing happens if nobody matches', async () => {
  const { person } = await enter('matching-other')
  const stranger = await signIn(api, (await api.partner('matching-stranger')).partnerId, { role: 'technician' })
  assert.equal((await stranger.post(`${PATH}/preview`, { q: 'harbour' })).body.customers, 0)
  assert.deepEqual((await stranger.post(`${PATH}/links`, { q: 'harbour' })).body, { links: [], approved: 0 })
  assert.equal((await stranger.post(`${PATH}/mails`, {})).body.queued, 0)
  assert.equal((await person.post(`${PATH}/preview`, { state: 'approved' })).body.customers, 0)
  assertProblem(await person.post(`${PATH}/preview`, { state: 'junk' }), 400, 'INVALID_FIELD')
})
