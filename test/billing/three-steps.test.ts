import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { reconcilePlanChanges } from '../../src/features/billing/changes/pending/service.ts'
import { type ChangeOptions, changePlan } from '../../src/features/billing/changes/service.ts'
import { getSubscription } from '../../src/features/billing/subscriptions/service.ts'
import {
  type BillingProcessor,
  ChangeRefused,
  type PendingChange,
  ProcessorTrouble,
} from '../../src/platform/payments/processor.ts'
import type { Actor } from '../../src/shared/actor.ts'
import { Problem } from '../../src/shared/problem.ts'
import { openBilling } from './fixture.ts'

const fixture = await openBilling()
const { embedded } = fixture.app.processors
after(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.clear())

const says = (wanted: string, message: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === wanted && message.test(error.message)
const UNCONFIRMED = says('PAYMENT_PROCESSOR_ERROR', /not confirmed yet; repeat the call with the same Idempotency-Key/)
const PROFESSIONAL = { plan: 'professional' }
const LEASE_MS = 120_000

/** The service with a processor whose `apply` is this one, and the changes that it was called with. */
function withApply(apply: BillingProcessor['apply'], timeoutMs = 400): App & { calls: PendingChange[] } {
  const calls: PendingChange[] = []
  const recorded: BillingProcessor['apply'] = (change, signal) => {
    calls.push(change)
    return apply(change, signal)
  }
  return { ...fixture.app, processors: { embedded: { ...embedded, apply: recorded }, timeoutMs }, calls }
}

/** Applies the change, and never answers. */
const applyWithoutAnswer: BillingProcessor['apply'] = async (change, signal) => {
  await embedded.apply(change, signal)
  return await new Promise(() => {})
}

/** What becomes of a process that is killed after the processor has applied the change: nothing more of it runs. */
async function killAfterApply(actor: Actor, options: ChangeOptions = {}): Promise<PendingChange> {
  const applied = Promise.withResolvers<void>()
  const app = withApply(async (change, signal) => {
    await embedded.apply(change, signal)
    applied.resolve()
    return await new Promise(() => {})
  }, 1_000_000)
  void changePlan(app, actor, PROFESSIONAL, options)
  await applied.promise
  const [change] = app.calls
  assert.ok(change)
  return change
}

const under = (actor: Actor, key: string, body = 'body') => ({
  idempotency: { accountId: actor.id, route: '/plan', key, requestHash: Buffer.from(body) },
})
const planOf = async ({ partnerId }: Actor): Promise<string> =>
  (await fixture.db.selectFrom('partners').select('plan').where('id', '=', partnerId).executeTakeFirstOrThrow()).plan
const auditsOf = async () => (await sql`select * from audit where action = 'plan.changed'`.execute(fixture.db)).rows
const linesOf = async () => (await sql`select from invoice_lines where change_id is not null`.execute(fixture.db)).rows
const pass = (ms: number): void => {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + ms)
}

test('if the processor does not respond, the outcome is not confirmed, and repeating the call returns it later', async () => {
  const acme = await fixture.partner('starter')
  const app = withApply(applyWithoutAnswer)
  await assert.rejects(changePlan(app, acme, PROFESSIONAL, under(acme, 'a')), UNCONFIRMED)
  assert.deepEqual(await fixture.attempts(acme), [{ outcome: 'pending', message: null, authorKind: 'partner' }])
  assert.equal(await planOf(acme), 'starter')
  pass(5_000)
  const result = await changePlan(fixture.app, acme, PROFESSIONAL, under(acme, 'a'))
  assert.equal(result.plan, 'professional')
  assert.equal(await planOf(acme), 'professional')
  const again = await changePlan(fixture.app, acme, PROFESSIONAL, under(acme, 'a'))
  assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(result)))
  assert.equal((await auditsOf()).length, 1)
  assert.equal((await linesOf()).length, 2)
  assert.equal((await fixture.attempts(acme)).length, 1)
})

test('the processor’s abort signal fires at the deadline', async () => {
  const acme = await fixture.partner('starter')
  const aborted = Promise.withResolvers<void>()
  const app = withApply((_, signal) => {
    signal.addEventListener('abort', () => aborted.resolve())
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  await assert.rejects(changePlan(app, acme, PROFESSIONAL), UNCONFIRMED)
  await aborted.promise
})

test('every attempt at a change uses the id and the proration date of the first one', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-05-15T00:00:00.700Z')
  const killed = await killAfterApply(acme)
  const app = withApply(embedded.apply)
  pass(LEASE_MS + 61_000)
  assert.equal(await reconcilePlanChanges(app), 1)
  assert.deepEqual(app.calls, [
    { ...killed, isRepeat: true, leasedUntil: app.calls[0] && Object(app.calls[0]).leasedUntil },
  ])
  assert.deepEqual(killed.requestedAt, new Date('2027-05-15T00:00:00Z'))
  const [audit] = await auditsOf()
  assert.partialDeepStrictEqual(audit, { after: { credit: -5429, debit: 19139, planChangeId: killed.id } })
})

test('while the lease of a change lasts, no other process executes it', async () => {
  const acme = await fixture.partner('starter')
  await killAfterApply(acme)
  const app = withApply(embedded.apply)
  pass(LEASE_MS - 1)
  assert.equal(await reconcilePlanChanges(app), 0)
  await assert.rejects(changePlan(app, acme, PROFESSIONAL), UNCONFIRMED)
  assert.deepEqual(app.calls, [])
  pass(1)
  const counts = await Promise.all(Array.from({ length: 5 }, () => reconcilePlanChanges(app)))
  assert.deepEqual(counts.sort(), [0, 0, 0, 0, 1])
  assert.equal(app.calls.length, 1)
  assert.equal((await auditsOf()).length, 1)
})

test('a change whose process was killed is completed with plan, settlement, audit, notice and the stored response', async () => {
  const distributorId = await fixture.distributor()
  const acme = await fixture.partner('starter', { distributorId })
  const distributor = {
    ...acme,
    kind: 'person',
    id: 'usr_1',
    accountId: distributorId,
    requestId: 'req_1',
    address: '192.0.2.1',
  } as const
  const settlement = { currency: 'EUR', interval: 'annual' } as const
  const options = { ...under(acme, 'a'), settlement }
  await killAfterApply(distributor, options)
  pass(LEASE_MS)
  assert.equal(await reconcilePlanChanges(fixture.app), 1)
  const partner = await fixture.db.selectFrom('partners').selectAll().executeTakeFirstOrThrow()
  assert.partialDeepStrictEqual(partner, {
    plan: 'professional',
    settlement_currency: 'EUR',
    settlement_interval: 'annual',
  })
  const { rows } =
    await sql`select action, author_kind, author_id, distributor_id, request_id, host(address::inet) as address
    from audit where subject = ${acme.partnerId} order by id`.execute(fixture.db)
  const author = {
    author_kind: 'person',
    author_id: 'usr_1',
    distributor_id: distributorId,
    request_id: 'req_1',
    address: '192.0.2.1',
  }
  assert.deepEqual(rows, [
    { action: 'plan.changed', ...author },
    { action: 'partner.updated', ...author },
  ])
  const { rows: notices } = await sql`select from notices where kind = 'plan-changed'`.execute(fixture.db)
  assert.equal(notices.length, 1)
  let replays = 0
  const idempotency = { ...options.idempotency, onReplay: () => replays++ }
  assert.equal((await changePlan(fixture.app, distributor, PROFESSIONAL, { idempotency })).plan, 'professional')
  assert.equal(replays, 1)
  const { rows: rest } = await sql`select author, settlement, idempotency_key, request_hash, leased_until
    from plan_changes`.execute(fixture.db)
  assert.deepEqual(rest, [
    { author: null, settlement: null, idempotency_key: null, request_hash: null, leased_until: null },
  ])
})

test('a call for the same terms waits for the result, with any key or none, and with the same key is not another attempt', async () => {
  const acme = await fixture.partner('starter')
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const app = withApply(async (change, signal) => {
    started.resolve()
    await finish.promise
    return await embedded.apply(change, signal)
  }, 100_000)
  const first = changePlan(app, acme, PROFESSIONAL, under(acme, 'a'))
  await started.promise
  const others = [
    changePlan(app, acme, PROFESSIONAL, under(acme, 'a')),
    changePlan(app, acme, { ...PROFESSIONAL, billing: 'monthly' }, under(acme, 'b')),
    changePlan(app, acme, PROFESSIONAL),
  ]
  finish.resolve()
  const [result, ...rest] = (await Promise.all([first, ...others])).map((one) => JSON.stringify(one))
  assert.deepEqual(rest, [result, result, result])
  assert.equal(app.calls.length, 1)
  assert.equal((await fixture.attempts(acme)).length, 3)
  // Each key has its answer: without it, this would be "already on professional".
  assert.equal(
    JSON.stringify(await changePlan(app, acme, { ...PROFESSIONAL, billing: 'monthly' }, under(acme, 'b'))),
    result,
  )
})

test('a call for other terms is refused while a change is not confirmed, and names it', async () => {
  const acme = await fixture.partner('starter')
  await killAfterApply(acme, under(acme, 'a'))
  const app = withApply(embedded.apply)
  const before = await fixture.state()
  const other = { plan: 'enterprise' }
  const refused = says('PAYMENT_PROCESSOR_ERROR', /change to professional, monthly, usd is not confirmed yet. Nothing/)
  await assert.rejects(changePlan(app, acme, other, under(acme, 'b')), refused)
  await assert.rejects(changePlan(app, acme, other), refused)
  await assert.rejects(
    changePlan(app, acme, other, under(acme, 'a', 'another body')),
    says('IDEMPOTENCY_MISMATCH', /another request/),
  )
  assert.deepEqual(app.calls, [])
  assert.deepEqual(await fixture.state(), before)
  assert.equal((await fixture.attempts(acme)).length, 1)
  pass(LEASE_MS)
  await reconcilePlanChanges(fixture.app)
  assert.equal((await changePlan(app, acme, other, under(acme, 'b'))).plan, 'enterprise')
})

test('a refusal of a later attempt does not end a change that an earlier attempt may have made', async () => {
  const acme = await fixture.partner('starter')
  await killAfterApply(acme)
  pass(LEASE_MS)
  for (const code of ['PAYMENT_PROCESSOR_ERROR', 'PRICE_LOOKUP_FAILED'] as const) {
    const trouble = new ProcessorTrouble(code, 'connection refused', { outcome: 'unchanged' })
    const away = withApply(() => Promise.reject(trouble))
    assert.equal(await reconcilePlanChanges(away), 0)
    await assert.rejects(changePlan(away, acme, PROFESSIONAL), UNCONFIRMED)
    assert.equal(away.calls.length, 2)
  }
  assert.equal((await fixture.attempts(acme)).at(0)?.outcome, 'pending')
  assert.equal(await reconcilePlanChanges(fixture.app), 1)
  assert.equal(await planOf(acme), 'professional')
})

test('a late refusal is stored under the idempotency key, and changes nothing else', async () => {
  const acme = await fixture.partner('starter')
  const before = await fixture.state()
  const silent = withApply(() => new Promise(() => {}))
  await assert.rejects(changePlan(silent, acme, PROFESSIONAL, under(acme, 'a')), UNCONFIRMED)
  const declined = withApply(() => Promise.reject(new ChangeRefused('The card was declined.')))
  assert.equal(await reconcilePlanChanges(declined), 1)
  await assert.rejects(
    changePlan(fixture.app, acme, PROFESSIONAL, under(acme, 'a')),
    says('PLAN_CHANGE_FAILED', /declined/),
  )
  assert.deepEqual(await fixture.state(), before)
  assert.equal((await changePlan(fixture.app, acme, PROFESSIONAL)).plan, 'professional')
})

test('a change that two processes record at the same time is recorded once', async () => {
  const acme = await fixture.partner('starter')
  const late = Promise.withResolvers<void>()
  const app = withApply(async (change, signal) => {
    const applied = await embedded.apply(change, signal)
    await late.promise
    return applied
  }, 100_000)
  const slow = changePlan(app, acme, PROFESSIONAL)
  while ((await linesOf()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  pass(LEASE_MS)
  assert.equal(await reconcilePlanChanges(fixture.app), 1)
  late.resolve()
  assert.equal((await slow).plan, 'professional')
  assert.equal((await auditsOf()).length, 1)
  assert.equal((await getSubscription(fixture.app, acme))?.plan, 'professional')
})
