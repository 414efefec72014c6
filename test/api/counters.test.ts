import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { runDoctor } from '../../src/cli/doctor.ts'
import { getUsage } from '../../src/features/distributors/service.ts'
import { findCounterFaults, reconcileCounters } from '../../src/features/usage/counters/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { administer } from '../harness/database.ts'
import { planOf } from '../harness/plans.ts'

let now = new Date('2026-01-20T08:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

let distributor: Client & { id: string }
let partners: { id: string; client: Client }[] = []

before(async () => {
  distributor = await api.distributor('meridian')
  partners = [await makeActivePartner(api, distributor), await makeActivePartner(api, distributor)]
})

type Step = { partner: number; kind: 'one' | 'bulk' | 'full' | 'delete' | 'run' | 'cancel' | 'refused'; pick: number }

const step: fc.Arbitrary<Step> = fc.record({
  partner: fc.nat({ max: 1 }),
  kind: fc.constantFrom('one', 'one', 'bulk', 'full', 'delete', 'delete', 'run', 'cancel', 'refused'),
  pick: fc.nat({ max: 30 }),
})

const idsOf = async (table: 'customers' | 'runs', partnerId: string): Promise<string[]> =>
  (await api.db.selectFrom(table).select('id').where('partner_id', '=', partnerId).orderBy('id').execute()).map(
    ({ id }) => id,
  )

const row = (name: string) => ({ name, tenantId: TENANT })

async function take({ partner, kind, pick }: Step): Promise<void> {
  const { id = '', client } = partners[partner] ?? {}
  if (!client) return
  const pickOf = async (table: 'customers' | 'runs') => {
    const ids = await idsOf(table, id)
    return ids[pick % Math.max(1, ids.length)]
  }
  if (kind === 'one') await client.post('/v1/partner/customers', row('One'))
  else if (kind === 'bulk')
    await client.post('/v1/partner/customers/bulk', { customers: [row('A'), { name: 'no tenant' }, row('B')] })
  else if (kind === 'full')
    await client.post('/v1/partner/customers/bulk', { customers: Array.from({ length: 100 }, () => row('Many')) })
  else if (kind === 'delete') await client.delete(`/v1/partner/customers/${await pickOf('customers')}`)
  else if (kind === 'run')
    await client.post('/v1/partner/assessments', { customerId: await pickOf('customers'), product: 'essential-eight' })
  else if (kind === 'cancel') await client.post(`/v1/partner/assessments/${await pickOf('runs')}/cancel`)
  else await client.post('/v1/partner/customers', { name: 'no tenant' })
}

/** The customers of a partner by the month of their creation, counted. */
async function countByMonth(): Promise<unknown> {
  const { rows } = await sql`
    select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as customers
    from customers group by 1, 2 order by 1, 2`.execute(api.db)
  return rows
}

async function assertExact(): Promise<void> {
  assert.deepEqual(await findCounterFaults(api.app), [])
  const counted = await sql`select partner_id, month, customers from customer_months
    where customers > 0 order by 1, 2`.execute(api.db)
  assert.deepEqual(counted.rows, await countByMonth())
  for (const { id, client } of partners) {
    const me = await client.get('/v1/partner/me')
    assert.equal(me.body.usage.customersCount, (await idsOf('customers', id)).length)
  }
  const total = (await Promise.all(partners.map(({ id }) => idsOf('customers', id)))).flat().length
  const usage = await distributor.get('/v1/distributor/usage')
  assert.equal(usage.body.totalCustomers, total)
  assert.equal((await distributor.get('/v1/distributor/me')).body.usage.totalCustomers, total)
}

test('counters agree with the rows after any calls in parallel, over months', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        for (const round of rounds) {
          await Promise.all(round.map(take))
          await assertExact()
          now = new Date(now.getTime() + 11 * DAY_MS)
        }
      },
    ),
    { numRuns: 12, seed: 16 },
  )
})

test('customers of one partner are created and deleted in parallel without a deadlock', async () => {
  const [partner] = partners
  assert.ok(partner)
  const ids = await Promise.all(Array.from({ length: 12 }, () => makeCustomer(partner.client)))
  const answers = await Promise.all(
    ids.flatMap((id) => [
      partner.client.delete(`/v1/partner/customers/${id}`),
      partner.client.post('/v1/partner/customers', row('Next')),
    ]),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    ids.flatMap(() => [204, 201]),
  )
  await assertExact()
})

test('usage of a month is read from counters, without counting customers or runs', async () => {
  const actor = { kind: 'distributor', id: distributor.id, distributorId: distributor.id } as const
  for (const month of [undefined, '2026-01']) {
    const plan = await planOf(api, (app) => getUsage(app, actor, month))
    assert.match(plan, /customer_months/)
    assert.doesNotMatch(plan, / on (customers|runs)\b/, plan)
  }
})

test('doctor reports a counter that is wrong, and corrects it when asked', async () => {
  const [first] = partners
  assert.ok(first)
  await makeCustomer(first.client)
  await administer(
    api.databaseUrl,
    `update customer_counts set customers = customers + 5 where partner_id = '${first.id}';
     update customer_months set customers = 0 where partner_id = '${first.id}';
     update distributors set partners_count = 7 where id = '${distributor.id}';
     update usage_months set runs = 0`,
  )
  const faults = await findCounterFaults(api.app)
  assert.deepEqual(
    faults.filter(({ counter }) => counter !== 'runs').map(({ counter, accountId }) => [counter, accountId]),
    [
      ['customers', first.id],
      ['partners', distributor.id],
    ],
  )
  const doctor = (repairs: boolean) =>
    runDoctor({ open: async () => ({ app: api.app, close: async () => {} }), repairs, source: async () => {} })
  assert.match((await doctor(false)).text, /^WRONG +counters +\d+ do not match the rows they count/m)
  assert.match((await doctor(true)).text, /^ok +counters +\d+ did not match .* corrected$/m)
  assert.match((await doctor(false)).text, /^ok +counters +they match/m)
  await assertExact()
})

test('counters are exact after they are counted again while customers are created and deleted', async () => {
  const [first] = partners
  assert.ok(first)
  await administer(api.databaseUrl, 'update customer_months set customers = customers + 1')
  const ids = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(first.client)))
  await Promise.all([
    reconcileCounters(api.app),
    ...ids.map((id) => first.client.delete(`/v1/partner/customers/${id}`)),
    ...ids.map(() => first.client.post('/v1/partner/customers', row('Next'))),
    reconcileCounters(api.app),
  ])
  await assertExact()
})
