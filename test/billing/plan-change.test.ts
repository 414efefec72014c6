import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { changePlan } from '../../src/features/billing/changes/service.ts'
import { renewSubscriptions } from '../../src/features/billing/embedded/jobs.ts'
import { renewSubscription } from '../../src/features/billing/embedded/service.ts'
import { previewPlanChange } from '../../src/features/billing/preview/service.ts'
import { effectiveRunsLimit } from '../../src/features/billing/rules.ts'
import {
  createSubscriptions,
  getSubscription,
  getSubscriptionStatus,
} from '../../src/features/billing/subscriptions/service.ts'
import {
  type BillingProcessor,
  ChangeRefused,
  ProcessorTrouble,
  type Terms,
} from '../../src/platform/payments/processor.ts'
import { CURRENCIES } from '../../src/shared/money/prices.ts'
import { PLAN_NAMES } from '../../src/shared/plans.ts'
import { Problem } from '../../src/shared/problem.ts'
import { openBilling } from './fixture.ts'

const code = (wanted: string) => (error: unknown) => error instanceof Problem && error.code === wanted
const says = (wanted: string, message: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === wanted && message.test(error.message)

const fixture = await openBilling()
const { embedded } = fixture.app.processors
const { signal } = new AbortController()
after(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.clear())

/** The service with a processor that differs in this. */
const withProcessor = (own: Partial<BillingProcessor>): App => ({
  ...fixture.app,
  processors: { ...fixture.app.processors, embedded: { ...embedded, ...own } },
})

test('an upgrade returns the new terms, and subscription, account and audit trail change together', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-05-15T00:00:00Z')
  const result = await changePlan(fixture.app, { ...acme, requestId: 'req_1' }, { plan: 'professional' })
  assert.deepEqual(result, {
    partnerId: acme.partnerId,
    plan: 'professional',
    billing: 'monthly',
    currency: 'usd',
    runLimit: 250,
    subscriptionStatus: 'active',
    currentPeriodEnd: new Date('2027-06-01T00:00:00Z'),
  })
  const account = await fixture.db.selectFrom('partners').select(['plan', 'updated_at']).executeTakeFirstOrThrow()
  assert.deepEqual(account, { plan: 'professional', updated_at: fixture.clock.now })
  const [audit, ...more] = await fixture.db.selectFrom('audit').selectAll().execute()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [audit?.action, audit?.author_id, audit?.subject, audit?.request_id],
    ['plan.changed', acme.partnerId, acme.partnerId, 'req_1'],
  )
  const currentPeriodEnd = '2027-06-01T00:00:00.000Z'
  assert.deepEqual(audit?.before, { plan: 'starter', billing: 'monthly', currency: 'usd', currentPeriodEnd })
  const { planChangeId, ...after } = Object(audit?.after)
  const terms = { plan: 'professional', billing: 'monthly', currency: 'usd', currentPeriodEnd }
  assert.deepEqual(after, { ...terms, credit: -5429, creditCurrency: 'usd', debit: 19139, dueNow: 0 })
  assert.match(planChangeId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(await fixture.db.selectFrom('events').selectAll().execute(), [])
  assert.deepEqual(await fixture.attempts(acme), [{ outcome: 'succeeded', message: null, authorKind: 'partner' }])
})

test('the next period is invoiced with all pending lines, whether it is read or stored first', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-05-15T00:00:00Z')
  await changePlan(fixture.app, acme, { plan: 'professional' })
  fixture.clock.now = new Date('2027-07-10T00:00:00Z')
  const read = await embedded.listInvoices(acme.partnerId, fixture.clock.now, signal)
  assert.deepEqual(
    read.map(({ number, reason, dueMinor, issuedAt }) => [
      number,
      reason,
      dueMinor,
      issuedAt.toISOString().slice(0, 10),
    ]),
    [
      [3, 'subscription_cycle', 34_900n, '2027-07-01'],
      [2, 'subscription_cycle', 48_610n, '2027-06-01'],
      [1, 'subscription_create', 9_900n, '2027-05-01'],
    ],
  )
  const before = await getSubscription(fixture.app, acme)
  assert.equal(before?.periodEnd.toISOString(), '2027-08-01T00:00:00.000Z')
  const renewed = await Promise.all([renewSubscriptions(fixture.app), renewSubscriptions(fixture.another())])
  assert.ok(renewed.some((count) => count === 1))
  assert.deepEqual(await embedded.listInvoices(acme.partnerId, fixture.clock.now, signal), read)
  assert.deepEqual(await getSubscription(fixture.app, acme), before)
  const stored = await fixture.state()
  assert.equal(await renewSubscriptions(fixture.app), 0)
  assert.deepEqual(await fixture.state(), stored)
  const { rows: waiting } = await sql`select from invoice_lines where invoice_number is null`.execute(fixture.db)
  assert.equal(waiting.length, 0)
})

test('each period is stored once, however many renewals run concurrently', async () => {
  const { partnerId } = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-09-10T00:00:00Z')
  const at = fixture.clock.now
  await Promise.all(
    Array.from({ length: 8 }, () => fixture.db.transaction().execute((tx) => renewSubscription(tx, partnerId, at))),
  )
  const invoices = await embedded.listInvoices(partnerId, at, signal)
  assert.deepEqual(
    invoices.map(({ number, dueMinor }) => [number, dueMinor]),
    [5, 4, 3, 2, 1].map((number) => [number, 9_900n]),
  )
})

test('different billing or currency starts a new period at once, and credit is tracked by currency', async () => {
  const acme = await fixture.partner('enterprise')
  fixture.clock.now = new Date('2027-05-15T12:00:00.900Z')
  const yearly = await changePlan(fixture.app, acme, { plan: 'enterprise', billing: 'rolling' })
  assert.deepEqual(
    [yearly.billing, yearly.currentPeriodEnd, yearly.runLimit],
    ['rolling', new Date('2028-05-15T12:00:00Z'), -1],
  )
  const sterling = await changePlan(fixture.app, acme, { plan: 'starter', billing: 'monthly', currency: 'gbp' })
  assert.deepEqual(
    [sterling.plan, sterling.billing, sterling.currency, sterling.currentPeriodEnd],
    ['starter', 'monthly', 'gbp', new Date('2027-06-15T12:00:00Z')],
  )
  const { rows } = await sql`select currency, amount_minor from credit_balances order by currency`.execute(fixture.db)
  assert.deepEqual(rows, [
    { currency: 'usd', amount_minor: 999_000 },
    { currency: 'gbp', amount_minor: 0 },
  ])
  const [newest] = await embedded.listInvoices(acme.partnerId, fixture.clock.now, signal)
  assert.deepEqual([newest?.currency, newest?.dueMinor], ['gbp', 7_900n])
})

test('a change after periods that were not stored starts from the current period', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-07-16T12:00:00Z')
  const result = await changePlan(fixture.app, acme, { plan: 'enterprise' })
  assert.deepEqual(result.currentPeriodEnd, new Date('2027-08-01T00:00:00Z'))
  const { rows } = await sql`select amount_minor from invoice_lines where invoice_number is null order by id`.execute(
    fixture.db,
  )
  assert.deepEqual(rows, [{ amount_minor: -4_950 }, { amount_minor: 49_950 }])
})

test('a refused change says why and changes nothing except the record of the attempt', async () => {
  const none = await fixture.partner('starter', { subscribed: false })
  const acme = await fixture.partner('professional')
  const overdue = await fixture.partner('professional')
  await fixture.setStatus(overdue, 'past_due')
  const owing = await fixture.partner('professional')
  await sql`update invoices set status = 'open' where partner_id = ${owing.partnerId}`.execute(fixture.db)
  const before = await fixture.state()
  const refuse = async (actor: typeof acme, input: Record<string, unknown>, message: RegExp) => {
    await assert.rejects(previewPlanChange(fixture.app, actor, input), says('PLAN_CHANGE_FAILED', message))
    await assert.rejects(changePlan(fixture.app, actor, input), says('PLAN_CHANGE_FAILED', message))
    const last = (await fixture.attempts(actor)).at(-1)
    assert.equal(last?.outcome, 'refused')
    assert.match(last?.message ?? '', message)
  }
  await refuse(none, { plan: 'professional' }, /no subscription/)
  await refuse(acme, { plan: 'professional' }, /already on professional, monthly, usd/)
  await refuse(acme, { plan: 'professional', billing: 'monthly', currency: 'usd' }, /already on/)
  await refuse(overdue, { plan: 'enterprise' }, /overdue/)
  await refuse(overdue, { plan: 'starter', billing: 'rolling' }, /overdue/)
  await refuse(owing, { plan: 'starter', currency: 'eur' }, /invoices are unpaid/)
  assert.deepEqual(await fixture.state(), before)
  assert.equal((await changePlan(fixture.app, overdue, { plan: 'starter' })).subscriptionStatus, 'past_due')
  assert.equal((await changePlan(fixture.app, owing, { plan: 'starter' })).currency, 'usd')
})

test('every state of a subscription that does not allow changes refuses them', async () => {
  const acme = await fixture.partner('professional')
  for (const status of ['unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused']) {
    await fixture.setStatus(acme, status)
    const before = await fixture.state()
    await assert.rejects(
      changePlan(fixture.app, acme, { plan: 'starter' }),
      says('PLAN_CHANGE_FAILED', new RegExp(` ${status} `)),
    )
    assert.deepEqual(await fixture.state(), before)
  }
})

test('a missing or unknown plan is refused before anything is counted', async () => {
  const acme = await fixture.partner('starter')
  for (const plan of [undefined, null, '', '  ']) {
    await assert.rejects(changePlan(fixture.app, acme, { plan }), code('MISSING_FIELD'))
  }
  for (const plan of ['gold', 'Starter', 5, {}, ['starter'], true]) {
    await assert.rejects(changePlan(fixture.app, acme, { plan }), code('PLAN_CHANGE_FAILED'))
  }
  for (const input of [
    { billing: 'annual' },
    { billing: null },
    { billing: 1 },
    { currency: 'USD' },
    { currency: 'nzd' },
  ]) {
    await assert.rejects(changePlan(fixture.app, acme, { plan: 'enterprise', ...input }), code('PLAN_CHANGE_FAILED'))
  }
  await assert.rejects(changePlan(fixture.app, acme, { billing: 'never', currency: 7 }), (error: unknown) => {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'MISSING_FIELD')
    assert.deepEqual(
      error.details?.map((detail) => [detail.field, detail.code]),
      [
        ['plan', 'MISSING_FIELD'],
        ['billing', 'PLAN_CHANGE_FAILED'],
        ['currency', 'PLAN_CHANGE_FAILED'],
      ],
    )
    return true
  })
  assert.deepEqual(await fixture.attempts(acme), [])
})

test('exactly ten of twenty concurrent changes in two processes are attempted, and the subscription stays consistent', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-05-15T00:00:00Z')
  const processes = [fixture.app, fixture.another()]
  // No two are for the same terms, so none of them waits for the result of another.
  const targets = PLAN_NAMES.flatMap((plan) => CURRENCIES.map((currency) => ({ plan, currency, billing: 'rolling' })))
  const others = PLAN_NAMES.flatMap((plan) =>
    ['aud', 'gbp'].map((currency) => ({ plan, currency, billing: 'monthly' })),
  )
  const tries = [...targets, ...others].slice(0, 20).map((wanted, index) => {
    const app = processes[index % 2] ?? fixture.app
    return changePlan({ ...app, processors: { ...app.processors, timeoutMs: 200_000 } }, acme, wanted)
  })
  const ends = await Promise.allSettled(tries)
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  assert.equal(failures.filter(code('RATE_LIMITED')).length, 10)
  assert.equal(failures.length, 10)
  const attempts = await fixture.attempts(acme)
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    Array.from({ length: 10 }, () => 'succeeded'),
  )
  const subscription = await getSubscription(fixture.app, acme)
  const account = await fixture.db.selectFrom('partners').select('plan').executeTakeFirstOrThrow()
  assert.equal(account.plan, subscription?.plan)
  const { rows: audits } = await sql<{ before: Terms; after: Terms }>`
    select before, after from audit where action = 'plan.changed' order by id`.execute(fixture.db)
  assert.equal(audits.length, 10)
  // One after the other: each started from the terms that the one before it left.
  const terms = ({ plan, billing, currency }: Terms) => ({ plan, billing, currency })
  for (const [index, { before }] of audits.slice(1).entries()) {
    assert.deepEqual(terms(before), terms(audits[index]?.after ?? before))
  }
  assert.ok(subscription)
  assert.deepEqual(terms(audits.at(-1)?.after ?? subscription), terms(subscription))
})

test('the eleventh change of an hour says how long to wait, and is accepted exactly then', async () => {
  const acme = await fixture.partner('starter')
  const start = fixture.clock.now.getTime()
  for (let minute = 0; minute < 10; minute++) {
    fixture.clock.now = new Date(start + minute * 60_000)
    await changePlan(fixture.app, acme, { plan: minute % 2 === 0 ? 'professional' : 'starter' })
  }
  fixture.clock.now = new Date(start + 600_000)
  const before = await fixture.state()
  const limited = await changePlan(fixture.app, acme, { plan: 'enterprise' }).catch((error: unknown) => error)
  assert.ok(limited instanceof Problem)
  assert.deepEqual([limited.code, limited.status, limited.headers['Retry-After']], ['RATE_LIMITED', 429, '3000'])
  assert.deepEqual(await fixture.state(), before)
  assert.equal((await previewPlanChange(fixture.app, acme, { plan: 'enterprise' })).plan, 'enterprise')
  fixture.clock.now = new Date(start + 3_599_999)
  await assert.rejects(changePlan(fixture.app, acme, { plan: 'enterprise' }), code('RATE_LIMITED'))
  fixture.clock.now = new Date(start + 3_600_000)
  assert.equal((await changePlan(fixture.app, acme, { plan: 'enterprise' })).plan, 'enterprise')
})

test('refused attempts count, but another partner’s and a distributor’s attempts do not', async () => {
  const distributorId = await fixture.distributor()
  const [acme, globex] = [await fixture.partner('starter', { distributorId }), await fixture.partner('starter')]
  const distributor = { ...acme, kind: 'distributor', id: distributorId } as const
  for (let n = 0; n < 12; n++) {
    await changePlan(fixture.app, distributor, { plan: n % 2 === 0 ? 'professional' : 'starter' })
  }
  const { rows } = await sql`select distinct author_kind, author_id, distributor_id from audit
    where action = 'plan.changed'`.execute(fixture.db)
  assert.deepEqual(rows, [{ author_kind: 'distributor', author_id: distributorId, distributor_id: distributorId }])
  for (let n = 0; n < 10; n++) {
    await assert.rejects(changePlan(fixture.app, acme, { plan: 'starter' }), code('PLAN_CHANGE_FAILED'))
  }
  await assert.rejects(changePlan(fixture.app, acme, { plan: 'professional' }), code('RATE_LIMITED'))
  await changePlan(fixture.app, globex, { plan: 'professional' })
  await changePlan(fixture.app, distributor, { plan: 'professional' })
})

test('a preview shows what the change will cost, and changes nothing', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-07-15T00:00:00Z')
  const before = await fixture.state()
  const preview = await previewPlanChange(fixture.app, acme, { plan: 'professional' })
  assert.deepEqual(await fixture.state(), before)
  assert.deepEqual(await fixture.attempts(acme), [])
  const { credit, debit, dueNow, nextInvoice, productsGained, productsLost, ...terms } = preview
  assert.deepEqual([credit.amount, credit.currency, debit.amount, debit.currency], [-5_429, 'usd', 19_139, 'usd'])
  assert.deepEqual(dueNow, { amount: 0, currency: 'usd' })
  assert.deepEqual(nextInvoice, { amount: 48_610, currency: 'usd', date: new Date('2027-08-01T00:00:00Z') })
  assert.deepEqual([productsGained, productsLost], [['nist-csf'], []])
  assert.deepEqual(await changePlan(fixture.app, acme, { plan: 'professional' }), terms)
  fixture.clock.now = new Date('2027-08-01T00:00:00Z')
  const [invoice] = await embedded.listInvoices(acme.partnerId, fixture.clock.now, signal)
  assert.equal(invoice?.dueMinor, 48_610n)
  const down = await previewPlanChange(fixture.app, acme, { plan: 'starter', billing: 'rolling' })
  assert.deepEqual([down.productsGained, down.productsLost], [[], ['nist-csf']])
  assert.deepEqual(down.dueNow, { amount: 99_000 - 34_900, currency: 'usd' })
  assert.deepEqual(down.nextInvoice, { amount: 99_000, currency: 'usd', date: new Date('2028-08-01T00:00:00Z') })
})

test('if the payment processor fails, the response says how, and nothing is changed', async () => {
  const acme = await fixture.partner('starter')
  const before = await fixture.state()
  const unchanged = { outcome: 'unchanged' } as const
  const cases = [
    [new ProcessorTrouble('PRICE_LOOKUP_FAILED', 'no such price', unchanged), 'PRICE_LOOKUP_FAILED', 500, 'failed'],
    [new ProcessorTrouble('PAYMENT_PROCESSOR_ERROR', 'refused', unchanged), 'PAYMENT_PROCESSOR_ERROR', 500, 'failed'],
    [new ChangeRefused('The card was declined.'), 'PLAN_CHANGE_FAILED', 400, 'refused'],
  ] as const
  for (const [error, wanted, status, outcome] of cases) {
    const app = withProcessor({ apply: () => Promise.reject(error) })
    const problem = await changePlan(app, acme, { plan: 'professional' }).catch((caught: unknown) => caught)
    assert.ok(problem instanceof Problem)
    assert.deepEqual([problem.code, problem.status], [wanted, status])
    assert.equal((await fixture.attempts(acme)).at(-1)?.outcome, outcome)
    assert.deepEqual(await fixture.state(), before)
  }
})

test('a new partner’s subscription follows the settlement, and is created once', async () => {
  const cases = [
    [undefined, 'monthly', 'usd'],
    [{ currency: 'USD', interval: 'quarterly' }, 'monthly', 'usd'],
    [{ currency: 'NZD', interval: 'annual' }, 'rolling', 'aud'],
    [{ currency: 'EUR', interval: 'annual' }, 'rolling', 'eur'],
  ] as const
  for (const [settlement, billing, currency] of cases) {
    const actor = await fixture.partner('professional', settlement ? { settlement } : {})
    const subscription = await getSubscription(fixture.app, actor)
    assert.deepEqual(
      [subscription?.plan, subscription?.billing, subscription?.currency],
      ['professional', billing, currency],
    )
    const before = await fixture.state()
    const again = [{ partnerId: actor.partnerId, plan: 'starter' as const }]
    await createSubscriptions(fixture.app, fixture.db, again, fixture.clock.now)
    assert.deepEqual(await fixture.state(), before)
  }
})

test('an unpaid or canceled subscription allows no runs; every other state allows the whole plan', async () => {
  const acme = await fixture.partner('enterprise')
  for (const [status, limit] of Object.entries({ active: -1, trialing: -1, past_due: -1, unpaid: 0, canceled: 0 })) {
    await fixture.setStatus(acme, status)
    assert.equal(effectiveRunsLimit('enterprise', await getSubscriptionStatus(fixture.db, acme.partnerId)), limit)
  }
  assert.equal(effectiveRunsLimit('starter', undefined), 50)
})

test('a cancellation by the processor ends the subscription, and its plan cannot be changed any more', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-05-15T00:00:00Z')
  const call = { partnerId: acme.partnerId, at: fixture.clock.now, id: '019a0000-0000-7000-8000-000000000003' }
  const canceled = await embedded.cancel(call, signal)
  assert.equal(canceled.status, 'canceled')
  const { rows } = await sql`select amount_minor from credit_balances`.execute(fixture.db)
  assert.deepEqual(rows, [{ amount_minor: 5_429 }])
  await assert.rejects(changePlan(fixture.app, acme, { plan: 'professional' }), says('PLAN_CHANGE_FAILED', /canceled/))
  fixture.clock.now = new Date('2028-01-01T00:00:00Z')
  assert.equal(await renewSubscriptions(fixture.app), 0)
})

test('a call repeated with its Idempotency-Key gets the same response and is not another attempt, even at the hourly limit', async () => {
  const acme = await fixture.partner('starter')
  let replays = 0
  const under = (key: string) => ({
    idempotency: {
      accountId: acme.id,
      route: '/plan',
      key,
      requestHash: Buffer.from('body'),
      onReplay: () => replays++,
    },
  })
  const wanted = { plan: 'professional' }
  const parallel = await Promise.allSettled(
    Array.from({ length: 5 }, () => changePlan(fixture.app, acme, wanted, under('a'))),
  )
  const refused = parallel.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  assert.ok(refused.length < 5 && refused.every(code('IDEMPOTENCY_IN_PROGRESS')))
  const { rows: audits } = await sql`select from audit where action = 'plan.changed'`.execute(fixture.db)
  assert.equal(audits.length, 1)
  while ((await fixture.attempts(acme)).length < 10) {
    await assert.rejects(changePlan(fixture.app, acme, wanted), code('PLAN_CHANGE_FAILED'))
  }
  const before = await fixture.state()
  replays = 0
  const answer = await changePlan(fixture.app, acme, wanted, under('a'))
  assert.equal(replays, 1)
  assert.deepEqual(JSON.parse(JSON.stringify(answer)), {
    partnerId: acme.partnerId,
    plan: 'professional',
    billing: 'monthly',
    currency: 'usd',
    runLimit: 250,
    subscriptionStatus: 'active',
    currentPeriodEnd: '2027-06-01T00:00:00.000Z',
  })
  await assert.rejects(changePlan(fixture.app, acme, wanted, under('b')), code('RATE_LIMITED'))
  assert.deepEqual(await fixture.state(), before)
  const attempts = await fixture.attempts(acme)
  assert.equal(attempts.length, 10)
  assert.ok(attempts.every(({ outcome }) => outcome !== 'pending'))
})

test('a call with an Idempotency-Key whose outcome has expired is another attempt', async () => {
  const acme = await fixture.partner('starter')
  const app = { ...fixture.app, limits: { ...fixture.app.limits, keepIdempotencyHours: 2 } }
  const idempotency = { accountId: acme.id, route: '/plan', key: 'a', requestHash: Buffer.from('body') }
  const call = () => changePlan(app, acme, { plan: 'starter' }, { idempotency })
  await assert.rejects(call(), code('PLAN_CHANGE_FAILED'))
  await assert.rejects(call(), code('PLAN_CHANGE_FAILED'))
  assert.equal((await fixture.attempts(acme)).length, 1)
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 3 * 3_600_000)
  await assert.rejects(call(), code('PLAN_CHANGE_FAILED'))
  assert.equal((await fixture.attempts(acme)).length, 2)
})
