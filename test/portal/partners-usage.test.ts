import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { filterUsage, paceOf } from '../../src/shared/portal/partners-usage-filter.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertProblem, makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { signIn } from './sessions.ts'

let clock = new Date('2031-03-10T12:00:00.000Z')
const api = await startApi({ now: () => clock })
after(() => api[Symbol.asyncDispose]())

/** Sets what a partner has used of a month. */
const use = (partnerId: string, month: string, runs: number) =>
  sql`insert into usage_months (partner_id, month, runs) values (${partnerId}, ${month}, ${runs})
    on conflict (partner_id, month) do update set runs = ${runs}`.execute(api.db)

async function enter(name: string) {
  const distributor = await api.distributor(name)
  const busy = await makeActivePartner(api, distributor, {
    company: 'Busy Cloud',
    email: `a@${name}.example`,
    plan: 'starter',
  })
  const full = await makeActivePartner(api, distributor, {
    company: '=Full, Ltd',
    email: `b@${name}.example`,
    plan: 'starter',
  })
  const quiet = await makeActivePartner(api, distributor, {
    company: 'Quiet',
    email: `c@${name}.example`,
    plan: 'enterprise',
  })
  await makeCustomer(busy.client)
  return { busy, full, quiet, reader: async () => await signIn(api, distributor.id, { role: 'reader' }) }
}

test('partners are compared with their plans, with a forecast for the current month', async () => {
  clock = new Date('2031-03-01T00:00:00.000Z')
  const { busy, full, quiet, reader } = await enter('compared')
  clock = new Date('2031-05-11T00:00:00.000Z')
  await use(busy.id, '2031-04', 7)
  await use(busy.id, '2031-05', 20)
  await use(full.id, '2031-05', 50)
  const person = await reader()
  const { status, body, text } = await person.get('/distributor/usage/partners')
  assert.equal(status, 200, text)
  assert.deepEqual([body.month, body.isCurrent], ['2031-05', true])
  assert.deepEqual(body.months, [
    { month: '2031-03', runs: 0 },
    { month: '2031-04', runs: 7 },
    { month: '2031-05', runs: 70 },
  ])
  const rows = new Map<string, Json>(body.partners.map((row: Json) => [row.partnerId, row]))
  assert.deepEqual([...rows.keys()], [full.id, busy.id, quiet.id], 'most runs first')
  const { limitReachedAt, ...row } = rows.get(busy.id) ?? {}
  assert.deepEqual(row, {
    ...{
      partnerId: busy.id,
      company: 'Busy Cloud',
      plan: 'starter',
      status: 'active',
      runs: 20,
      runsBefore: 7,
      customers: 1,
    },
    ...{ limit: 50, customersLimit: 10_000, forecast: 62 },
  })
  assert.match(limitReachedAt, /^2031-05-26T/)
  assert.deepEqual([rows.get(quiet.id)?.limit, rows.get(quiet.id)?.forecast], [-1, 0])

  const april = (await person.get('/distributor/usage/partners?month=2031-04')).body
  const past = april.partners.find(({ partnerId }: Json) => partnerId === busy.id)
  assert.deepEqual([april.isCurrent, past.runs, past.limit, past.forecast], [false, 7, undefined, undefined])
})

test('the file has what the filter shows, and no formula', async () => {
  clock = new Date('2031-05-01T00:00:00.000Z')
  const { busy, full, reader } = await enter('filed')
  clock = new Date('2031-05-11T00:00:00.000Z')
  await use(busy.id, '2031-05', 20)
  await use(full.id, '2031-05', 50)
  const person = await reader()
  const path = '/distributor/usage/partners/file'
  const all = await person.get(path)
  assert.match(String(all.headers['content-disposition']), /Usage-2031-05\.csv/)
  assert.equal(all.text.trim().split('\r\n').length, 4)
  assert.ok(all.text.includes(`"'=Full, Ltd"`))
  const reached = await person.get(`${path}?pace=reached`)
  assert.deepEqual([reached.text.includes('Full'), reached.text.includes('Busy')], [true, false])
  const ahead = await person.get(`${path}?pace=ahead&plan=starter&q=busy`)
  assert.match(ahead.text, /Busy Cloud,[^,]*,active,starter,20,50,0,62,2031-05-26,1,10000/)
  assertProblem(await person.get(`${path}?month=2031-06`), 400, 'INVALID_FIELD')
  assertProblem(await person.get(`${path}?pace=junk`), 400, 'INVALID_FIELD')
})

test('a distributor sees its own partners only', async () => {
  const stranger = await signIn(api, (await api.distributor('usage-stranger')).id)
  assert.deepEqual((await stranger.get('/distributor/usage/partners')).body.partners, [])
})

test('the page and the file use the same filter', () => {
  const row = { partnerId: 'prt_1', company: 'Contour Cloud', plan: 'starter', runs: 50, limit: 50 }
  assert.equal(paceOf(row), 'reached')
  assert.equal(paceOf({ ...row, runs: 20, reachesLimit: true }), 'ahead')
  assert.equal(paceOf({ ...row, runs: 0 }), 'none')
  assert.equal(paceOf({ ...row, limit: -1 }), undefined)
  assert.equal(filterUsage([row], { q: 'cloud contour', plan: 'starter', pace: 'reached' }).length, 1)
  for (const filter of [{ q: 'other' }, { plan: 'enterprise' }, { pace: 'none' as const }])
    assert.equal(filterUsage([row], filter).length, 0)
})
