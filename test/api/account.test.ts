import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Plan } from '../../src/shared/plans.ts'
import { assertKeys, makeCustomer, makeRun, TIMESTAMP } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'

let now = new Date('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

test('a partner reads its own account with exactly the fields of the contract', async () => {
  const actor = await api.partner('acme', 'starter')
  const me = await (await api.as('acme', 'starter')).get('/v1/partner/me')
  assert.equal(me.status, 200)
  const { createdAt, ...account } = me.body
  assert.match(createdAt, TIMESTAMP)
  assert.deepEqual(account, {
    id: actor.partnerId,
    company: 'acme',
    email: 'admin@acme.example',
    plan: 'starter',
    status: 'active',
    usage: { month: '2031-05', runsUsed: 0, runsLimit: 50, customersCount: 0 },
  })
  assert.match(account.id, /^prt_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
})

const LIMITS: [plan: Plan, runsLimit: number][] = [
  ['starter', 50],
  ['professional', 250],
  ['enterprise', -1],
]

for (const [plan, runsLimit] of LIMITS) {
  test(`the run limit of the ${plan} plan is ${runsLimit}`, async () => {
    const { body } = await (await api.as(`on-${plan}`, plan)).get('/v1/partner/me')
    assert.deepEqual([body.plan, body.usage.runsLimit], [plan, runsLimit])
  })
}

test("usage counts the partner's own customers and the runs of the current UTC month", async () => {
  const [user, other] = [await api.as('user'), await api.as('other')]
  await makeRun(other, await makeCustomer(other))
  const customerId = await makeCustomer(user)
  await makeCustomer(user)
  now = new Date('2031-06-30T23:59:59.999Z')
  await makeRun(user, customerId)
  await makeRun(user, customerId)
  const usage = async () => (await user.get('/v1/partner/me')).body.usage
  assert.deepEqual(await usage(), { month: '2031-06', runsUsed: 2, runsLimit: 250, customersCount: 2 })
  now = new Date('2031-07-01T00:00:00.000Z')
  assert.deepEqual(await usage(), { month: '2031-07', runsUsed: 0, runsLimit: 250, customersCount: 2 })
  await makeRun(user, customerId)
  assert.equal((await usage()).runsUsed, 1)
  assertKeys(await usage(), 'customersCount month runsLimit runsUsed')
})
