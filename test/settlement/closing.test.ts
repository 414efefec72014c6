import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { renewSubscriptions } from '../../src/features/billing/embedded/jobs.ts'
import { closeSettlements } from '../../src/features/settlement/closing/jobs.ts'
import { createStatements } from '../../src/features/settlement/closing/service.ts'
import { getStatement } from '../../src/features/settlement/service.ts'
import { changeTerms, createAdjustment, reconcileBillers } from '../../src/features/settlement/terms/service.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { openTestDatabase } from '../harness/database.ts'
import { eventually } from '../runs/eventually.ts'

let now = new Date('2031-07-10T09:00:00.000Z')
const at = (instant: string): void => {
  now = new Date(instant)
}
const api = await startApi({ now: () => now })
const { app } = api
after(() => api[Symbol.asyncDispose]())

let distributors = 0
const newDistributor = () => api.distributor(`settled-${++distributors}`)
const AUD = { billing: { currency: 'AUD', interval: 'quarterly' }, plan: 'starter' }

const statementsOf = (distributorId: string) =>
  app.db
    .selectFrom('settlement_statements')
    .selectAll()
    .where('distributor_id', '=', distributorId)
    .orderBy('number')
    .execute()

async function detailsOf({ id }: { id: string }) {
  const rows = await statementsOf(id)
  return await Promise.all(rows.map((row) => getStatement(app, id, row.id)))
}

const changePlan = async (distributor: Client, partnerId: string, plan: string): Promise<void> => {
  const answer = await distributor.post(`/v1/distributor/partners/${partnerId}/plan`, { plan })
  assert.equal(answer.status, 200, answer.text)
}

test('a quarter becomes one statement, with the days of each plan, share, usage and adjustments', async () => {
  at('2031-07-10T09:00:00.000Z')
  const distributor = await newDistributor()
  await changeTerms(app, AUTHOR, distributor.id, { basisPoints: 2_000 })
  const { id: partnerId } = await makeActivePartner(api, distributor, AUD)
  at('2031-08-15T10:00:00.000Z')
  await changePlan(distributor, partnerId, 'professional')
  const adjustment = { currency: 'AUD', interval: 'quarterly', amountMinor: -2_500n } as const
  const words = { reason: 'An outage.', decidedBy: 'Ada' }
  const { id: adjustmentId } = await createAdjustment(app, AUTHOR, distributor.id, { ...adjustment, ...words })
  at('2031-09-01T23:00:00.000Z')
  assert.equal((await distributor.post(`/v1/distributor/partners/${partnerId}/suspend`)).status, 200)
  await app.db.insertInto('usage_months').values({ partner_id: partnerId, month: '2031-08', runs: 7 }).execute()
  at('2031-10-01T00:59:59.000Z')
  assert.deepEqual(await closeSettlements(app), [])
  at('2031-10-01T01:00:00.000Z')
  await closeSettlements(app)
  const [statement, ...others] = await detailsOf(distributor)
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(statement, {
    number: 1,
    period: '2031-Q3',
    currency: 'AUD',
    partnersCount: 1,
    charged: 48_541,
    revenueShare: 9_708,
    adjusted: -2_500,
    total: 36_333,
    lines: [
      { plan: 'starter', firstDay: '2031-07-10', lastDay: '2031-08-14', days: 36, list: 17_491, amount: 13_993 },
      { plan: 'professional', firstDay: '2031-08-15', lastDay: '2031-09-01', days: 18, list: 31_050, amount: 24_840 },
    ],
    usage: [{ partnerId, runs: 7, customers: 0 }],
    adjustments: [{ id: adjustmentId, amount: -2_500, reason: 'An outage.', author: 'Ada' }],
  })
  const audit = await distributor.get('/v1/distributor/audit?action=settlement.closed')
  assert.equal(audit.body.entries.length, 1, audit.text)
})

test('several changes on one day count the day once, at the largest plan; a moved partner is in one statement a day', async () => {
  at('2032-01-01T00:00:00.000Z')
  const distributor = await newDistributor()
  const { id: partnerId } = await makeActivePartner(api, distributor, AUD)
  at('2032-01-31T08:00:00.000Z')
  await changePlan(distributor, partnerId, 'enterprise')
  await Promise.all([
    changePlan(distributor, partnerId, 'starter'),
    distributor.put(`/v1/distributor/partners/${partnerId}`, { billing: { currency: 'USD' } }),
  ])
  at('2032-02-10T08:00:00.000Z')
  await distributor.put(`/v1/distributor/partners/${partnerId}`, { billing: { currency: 'EUR' } })
  await distributor.put(`/v1/distributor/partners/${partnerId}`, { billing: { interval: 'annual' } })
  at('2033-01-02T00:00:00.000Z')
  await closeSettlements(app)
  const lines = (await detailsOf(distributor)).flatMap(({ period, currency, ...statement }) =>
    statement.lines.map(({ plan, firstDay, lastDay, days }) => [period, currency, plan, firstDay, lastDay, days]),
  )
  assert.deepEqual(lines, [
    ['2032-Q1', 'AUD', 'starter', '2032-01-01', '2032-01-30', 30],
    ['2032-Q1', 'USD', 'enterprise', '2032-01-31', '2032-01-31', 1],
    ['2032-Q1', 'USD', 'starter', '2032-02-01', '2032-02-09', 9],
    ['2032', 'EUR', 'starter', '2032-02-10', '2032-12-31', 326],
  ])
})

test('workers that close at the same time close each period once, and numbers have no gaps', async () => {
  at('2034-01-01T00:00:00.000Z')
  const distributor = await newDistributor()
  await makeActivePartner(api, distributor, AUD)
  await makeActivePartner(api, distributor, { billing: { currency: 'NZD', interval: 'annual' } })
  at('2035-01-01T02:00:00.000Z')
  const { db, pool } = openTestDatabase(api.databaseUrl, { poolSize: 10 })
  const workers = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? app : { ...app, db }))
  const closed = (await Promise.all(workers.map((worker) => closeSettlements(worker)))).flat()
  await pool.end()
  const ours = closed.filter(({ distributorId }) => distributorId === distributor.id)
  assert.deepEqual(ours.map(({ period }) => period).toSorted(), ['2034', '2034-Q1', '2034-Q2', '2034-Q3', '2034-Q4'])
  const rows = await statementsOf(distributor.id)
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3, 4, 5],
  )
  const count = async (table: 'audit' | 'notices'): Promise<number> => {
    const kind = table === 'audit' ? sql`action = 'settlement.closed'` : sql`kind = 'statement-closed'`
    const { rows: found } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${kind} and distributor_id = ${distributor.id}`.execute(
      app.db,
    )
    return found[0]?.n ?? 0
  }
  assert.deepEqual([await count('audit'), await count('notices')], [5, 5])
})

test('a worker that dies while it closes leaves nothing, and the next one closes the period', async () => {
  at('2036-01-01T00:00:00.000Z')
  const distributor = await newDistributor()
  await makeActivePartner(api, distributor, AUD)
  at('2036-04-01T02:00:00.000Z')
  const owner = openTestDatabase(api.databaseUrl, { poolSize: 3 })
  const { promise: dying, resolve: started } = Promise.withResolvers<Promise<unknown>>()
  await owner.db.transaction().execute(async (tx) => {
    await sql`lock table settlement_lines in share mode`.execute(tx)
    started(createStatements(app, AUTHOR, distributor.id, 'quarterly').catch((error: unknown) => error))
    await eventually('the closing waits for the lines', async () => {
      const { rows } = await sql<{ pid: number }>`
        select pg_terminate_backend(pid), pid from pg_locks
        where not granted and relation = 'settlement_lines'::regclass`.execute(owner.db)
      return rows.length > 0
    })
    await dying
  })
  assert.ok((await dying) instanceof Error)
  await owner.pool.end()
  const { rows } = await sql`select from settlement_closings where distributor_id = ${distributor.id}`.execute(app.db)
  assert.equal(rows.length + (await statementsOf(distributor.id)).length, 0)
  assert.equal((await createStatements(app, AUTHOR, distributor.id, 'quarterly'))?.statementIds.length, 1)
  assert.equal(await createStatements(app, AUTHOR, distributor.id, 'quarterly'), undefined)
})

test('a closed statement never changes; later changes appear once, in the next statement', async () => {
  at('2037-01-01T00:00:00.000Z')
  const distributor = await newDistributor()
  const { id: partnerId } = await makeActivePartner(api, distributor, AUD)
  at('2037-04-01T01:30:00.000Z')
  // Recorded after the period, and before it is closed.
  const late = { currency: 'AUD', interval: 'quarterly', amountMinor: 500n, reason: 'Late.', decidedBy: 'Ada' } as const
  await createAdjustment(app, AUTHOR, distributor.id, late)
  await closeSettlements(app)
  const [before] = await detailsOf(distributor)
  await changePlan(distributor, partnerId, 'enterprise')
  await changeTerms(app, AUTHOR, distributor.id, { basisPoints: 5_000 })
  const owner = openTestDatabase(api.databaseUrl, { poolSize: 1 })
  const tables = ['closings', 'statements', 'lines', 'usage', 'adjustments'].map((name) => `settlement_${name}`)
  for (const table of [...tables, 'stated_adjustments']) {
    for (const write of [sql`delete from ${sql.table(table)}`, sql`truncate ${sql.table(table)} cascade`]) {
      await assert.rejects(write.execute(owner.db), /append only/)
    }
  }
  await assert.rejects(sql`update settlement_statements set total_minor = 0`.execute(app.db), /append only/)
  await owner.pool.end()
  at('2037-10-01T02:00:00.000Z')
  await closeSettlements(app)
  const [again, next, ...rest] = await detailsOf(distributor)
  assert.deepEqual(again, before)
  assert.deepEqual([before?.adjustments, next?.adjustments.length], [[], 1])
  assert.equal(rest.flatMap(({ adjustments }) => adjustments).length, 0)
  assert.equal(next?.lines[0]?.plan, 'enterprise')
  assert.equal(next?.lines[0]?.revenueSharePercent, 50)
})

test('with processor billing, partners move when a period of their subscription ends, and only the share is credited', async () => {
  at('2038-01-01T00:00:00.000Z')
  const distributor = await newDistributor()
  await changeTerms(app, AUTHOR, distributor.id, { basisPoints: 2_500 })
  const { id: early } = await makeActivePartner(api, distributor, AUD)
  at('2038-01-20T12:00:00.000Z')
  await changeTerms(app, AUTHOR, distributor.id, { processorBilling: true })
  const { id: late } = await makeActivePartner(api, distributor, AUD)
  const billers = async () => {
    const rows = await app.db.selectFrom('partners').selectAll().where('id', 'in', [early, late]).execute()
    return [early, late].map((id) => rows.find((row) => row.id === id)?.processor_billing)
  }
  assert.equal(await reconcileBillers(app), 0)
  assert.deepEqual(await billers(), [false, true])
  // A plan change on the same billing does not end the period.
  await changePlan(distributor, early, 'professional')
  assert.equal(await reconcileBillers(app), 0)
  at('2038-02-01T00:00:30.000Z')
  await renewSubscriptions(app)
  assert.equal(await reconcileBillers(app), 1)
  assert.equal(await reconcileBillers(app), 0)
  assert.deepEqual(await billers(), [true, true])
  const audit = await distributor.get('/v1/distributor/audit?action=partner.biller_changed')
  assert.match(audit.text, new RegExp(early))
  at('2038-04-01T02:00:00.000Z')
  await closeSettlements(app)
  const [statement] = await detailsOf(distributor)
  const lines = statement?.lines.filter(({ partnerId }) => partnerId === early) ?? []
  assert.deepEqual(
    lines.map(({ firstDay, plan, billedBy, amount, list, revenueShare }) => [
      firstDay,
      plan,
      billedBy,
      amount === (billedBy === 'processor' ? -revenueShare : list - revenueShare),
    ]),
    [
      ['2038-01-01', 'starter', 'distributor', true],
      ['2038-01-20', 'professional', 'distributor', true],
      ['2038-02-01', 'professional', 'processor', true],
    ],
  )
})

test('a period with nothing to state is closed without a statement', async () => {
  at('2039-01-01T00:00:00.000Z')
  const distributor = await newDistributor()
  at('2039-04-01T02:00:00.000Z')
  const closed = await closeSettlements(app)
  const own = closed.filter(({ distributorId }) => distributorId === distributor.id)
  assert.deepEqual(own, [{ distributorId: distributor.id, period: '2039-Q1', statementIds: [] }])
  assert.deepEqual(await statementsOf(distributor.id), [])
})
