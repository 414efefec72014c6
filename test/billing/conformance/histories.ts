import assert from 'node:assert/strict'
import fc from 'fast-check'
import { v7 } from 'uuid'
import type { App } from '../../../src/app.ts'
import { LEASE_MS } from '../../../src/features/billing/changes/pending/rules.ts'
import { reconcilePlanChanges } from '../../../src/features/billing/changes/pending/service.ts'
import { changePlan } from '../../../src/features/billing/changes/service.ts'
import { type BookInvoice, changeTerms, openBook, renew } from '../../../src/features/billing/embedded/ledger.ts'
import { periodEnd } from '../../../src/features/billing/embedded/periods.ts'
import type { Terms } from '../../../src/platform/payments/processor.ts'
import type { Actor } from '../../../src/shared/actor.ts'
import { BILLINGS, CURRENCIES, type Currency } from '../../../src/shared/money/prices.ts'
import { PLAN_NAMES } from '../../../src/shared/plans.ts'
import { Problem } from '../../../src/shared/problem.ts'
import { eventually } from '../../runs/eventually.ts'
import { type Ability, assertAmount, type Bench, invoicesOf, type OpenBench, read, signal, sumsOf } from './bench.ts'

/** One step of a history: time passes, then a plan change is requested in a process that may be killed. */
interface Step {
  waitS: number
  wanted: Terms
  /** Undefined if the process is not killed. */
  killAt?: number
  /** Whether the killed call is repeated before the repair. */
  isRepeated: boolean
  isDeclined: boolean
}

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  plan: fc.constantFrom(...PLAN_NAMES),
  billing: fc.constantFrom(...BILLINGS),
  // Often the same currency, so that histories also have changes within one currency.
  currency: fc.oneof(fc.constant('usd' as const), fc.constantFrom(...CURRENCIES)),
})

const anyStep = (abilities: readonly Ability[], maxKillAt: number): fc.Arbitrary<Step> =>
  fc.record(
    {
      // Often within a minute or a month, sometimes over several periods.
      waitS: fc.oneof(fc.integer({ max: 60, min: 0 }), fc.integer({ min: 0, max: 40 * 86_400 })),
      wanted: anyTerms,
      killAt: fc.integer({ min: 1, max: maxKillAt }),
      isRepeated: fc.boolean(),
      isDeclined: abilities.includes('decline') ? fc.boolean() : fc.constant(false),
    },
    { requiredKeys: ['waitS', 'wanted', 'isRepeated', 'isDeclined'] },
  )

const anyStart = fc
  .date({ min: new Date('2027-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))

/**
 * Checks with random histories of partners that the account and the processor agree, whatever was changed, declined,
 * killed and repeated.
 */
export async function checkHistories(
  open: OpenBench,
  options: { abilities: readonly Ability[]; runs: number; maxKillAt?: number; seed?: number; path?: string },
): Promise<void> {
  const { abilities, runs, maxKillAt = 70, ...replay } = options
  const steps = fc.array(anyStep(abilities, maxKillAt), { minLength: 1, maxLength: 6 })
  const property = fc.asyncProperty(anyStart, anyTerms, steps, async (start, terms, history) => {
    await using bench = await open(start)
    await live(bench, start, terms, history)
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: true, ...replay })
}

async function live(bench: Bench, start: Date, terms: Terms, history: readonly Step[]): Promise<void> {
  const partnerId = await bench.subscribe(terms)
  const actor: Actor = {
    kind: 'operator',
    id: 'test',
    partnerId,
    distributorId: null,
    plan: terms.plan,
    subscriptionStatus: 'active',
  }
  const subscriptions = new Set<number>()
  for (const step of history) {
    await bench.advance(new Date(bench.now().getTime() + step.waitS * 1000))
    if (step.isDeclined) await bench.decline(partnerId, true)
    await take(bench, actor, step)
    if (step.isDeclined) await bench.decline(partnerId, false)
    await assertAgreement(bench, partnerId)
    const { all, live: living } = await bench.countSubscriptions(partnerId)
    assert.equal(living, 1)
    subscriptions.add(all)
  }
  await assertMoney(bench, partnerId, start, terms)
  // Only a change of the currency may end one subscription and start another.
  assert.ok(subscriptions.size === 1 || countCurrencies(history) > 1)
  await bench.processor.cancel({ id: v7(), partnerId, at: bench.now() }, signal)
  for (const currency of CURRENCIES) {
    const { total } = await sumsOf(bench, partnerId, currency)
    assert.ok(total >= -bench.tolerance * 20n, `credit above what was paid: ${total} ${currency}`)
  }
}

const countCurrencies = (history: readonly Step[]): number => new Set(history.map(({ wanted }) => wanted.currency)).size

/** Requests the change under a key. After a kill, checks that the repair and a repeated call reach the same outcome. */
async function take(bench: Bench, actor: Actor, { wanted, killAt, isRepeated }: Step): Promise<void> {
  const idempotency = { accountId: actor.partnerId, route: '/plan', key: v7(), requestHash: Buffer.from('body') }
  const call = async (app: App): Promise<string> => {
    try {
      return JSON.stringify(await changePlan(app, actor, { ...wanted }, { idempotency }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'PLAN_CHANGE_FAILED') return error.message
      // The database server has not yet noticed that the killed process is gone.
      if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return await call(app)
      throw error
    }
  }
  if (killAt === undefined) {
    await call(bench.app)
    return
  }
  const isKilled = await bench.runUntilKilled(killAt, call)
  if (isKilled) await bench.advance(new Date(bench.now().getTime() + LEASE_MS))
  if (!isRepeated) {
    await eventually('the repair ends the change', async () => {
      await reconcilePlanChanges(bench.app)
      const pending = await bench.db
        .selectFrom('plan_changes')
        .select('id')
        .where('partner_id', '=', actor.partnerId)
        .where('outcome', '=', 'pending')
        .execute()
      return pending.length === 0
    })
  }
  assert.equal(await call(bench.app), await call(bench.app))
}

/**
 * Asserts that the account, the mirror and the last successful change have the same terms, and that nothing is pending.
 */
async function assertAgreement(bench: Bench, partnerId: string): Promise<void> {
  const { plan, billing, currency } = await read(bench, partnerId)
  const account = await bench.db
    .selectFrom('partners')
    .select('plan')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  assert.equal(account.plan, plan)
  const changes = await bench.db
    .selectFrom('plan_changes')
    .select(['plan', 'billing', 'currency', 'outcome'])
    .where('partner_id', '=', partnerId)
    .orderBy('admitted_at')
    .orderBy('id')
    .execute()
  assert.ok(changes.every(({ outcome }) => outcome !== 'pending'))
  const last = changes.findLast(({ outcome }) => outcome === 'succeeded')
  if (last)
    assert.deepEqual({ plan, billing, currency }, { plan: last.plan, billing: last.billing, currency: last.currency })
}

/**
 * Asserts that the invoices have the amounts that our ledger computes for the successful changes, each counted once.
 */
async function assertMoney(bench: Bench, partnerId: string, start: Date, terms: Terms): Promise<void> {
  const changes = await bench.db
    .selectFrom('plan_changes')
    .select(['id', 'plan', 'billing', 'currency', 'requested_at'])
    .where('partner_id', '=', partnerId)
    .where('outcome', '=', 'succeeded')
    .orderBy('admitted_at')
    .orderBy('id')
    .execute()
  let step = openBook(partnerId, terms, start)
  const invoices: BookInvoice[] = [...step.invoices]
  for (const { id, plan, billing, currency, requested_at } of changes) {
    assert.ok(billing && currency)
    const { endedAt = requested_at, startedAt = requested_at } = (await bench.findReplacement(partnerId, id)) ?? {}
    const renewed = renew(step.book, endedAt)
    const changed = changeTerms(renewed.book, { plan, billing, currency }, endedAt, id)
    const { book } = changed
    const isLater = startedAt > endedAt
    const started = { anchor: startedAt, periodStart: startedAt, periodEnd: periodEnd(startedAt, startedAt, billing) }
    step = { ...changed, book: isLater ? { ...book, ...started } : book }
    invoices.push(...renewed.invoices, ...step.invoices)
  }
  invoices.push(...renew(step.book, bench.now()).invoices)
  for (const currency of CURRENCIES) {
    const own = invoices.filter((invoice) => invoice.currency === currency)
    const { total } = await sumsOf(bench, partnerId, currency)
    const lines = BigInt(2 * changes.length + own.length)
    assertAmount(
      bench,
      total,
      own.reduce((sum, { totalMinor }) => sum + totalMinor, 0n),
      lines,
    )
    await assertCredit(bench, partnerId, currency)
  }
}

/**
 * Asserts that credit is neither lost nor used twice: the amounts due exceed the lines by exactly the remaining credit.
 * It does not check which invoice a credit paid, because that depends on when invoices become final: at Stripe some are
 * drafts for an hour, and a change may add credit in that time.
 */
async function assertCredit(bench: Bench, partnerId: string, currency: Currency): Promise<void> {
  const final = (await invoicesOf(bench, partnerId)).filter(
    (invoice) => invoice.currency === currency && invoice.status !== 'void' && invoice.status !== 'draft',
  )
  const beyond = final.reduce((sum, { dueMinor, totalMinor }) => sum + dueMinor - totalMinor, 0n)
  assert.equal(beyond, await bench.creditOf(partnerId, currency), `credit in ${currency}`)
}
