import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 } from 'uuid'
import { ChangeRefused, type Terms } from '../../../src/platform/payments/processor.ts'
import {
  type Ability,
  assertAmount,
  type Bench,
  carryOut,
  changeTo,
  invoicesOf,
  type OpenBench,
  propose,
  read,
  signal,
  sumsOf,
} from './bench.ts'

/**
 * Guarantees of every processor, with amounts that were computed independently of our code. Only sums are compared,
 * because processors may divide invoices into different lines.
 */
interface Case {
  title: string
  start: string
  needs?: Ability
  run(bench: Bench): Promise<void>
}

const at = (text: string): Date => new Date(`${text}${text.includes('T') ? '' : 'T00:00:00'}Z`)
const STARTER: Terms = { plan: 'starter', billing: 'monthly', currency: 'usd' }
/** Processors may finish an invoice an hour after its period has ended. */
const INVOICED_MS = 2 * 3_600_000
const afterRenewal = (text: string): Date => new Date(at(text).getTime() + INVOICED_MS)

const CASES: readonly Case[] = [
  {
    title: 'a new subscription is active from now on, and invoiced for its first period',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      const { status, plan, billing, currency, periodStart, periodEnd } = await read(bench, partnerId)
      assert.deepEqual({ status, plan, billing, currency }, { status: 'active', ...STARTER })
      assert.deepEqual([periodStart, periodEnd], [at('2027-05-01'), at('2027-06-01')])
      await bench.advance(afterRenewal('2027-05-01'))
      assert.deepEqual(await sumsOf(bench, partnerId), { total: 9_900n, due: 9_900n })
    },
  },
  {
    title: 'a partner that has a subscription keeps it',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      const before = await read(bench, partnerId)
      const again = [{ partnerId, terms: { ...STARTER, plan: 'enterprise' as const } }]
      await bench.db.transaction().execute((tx) => bench.processor.open(tx, again, bench.now()))
      assert.deepEqual(await read(bench, partnerId), before)
      assert.equal(await bench.processor.get(bench.db, 'prt_nobody', bench.now()), undefined)
    },
  },
  {
    title: 'unused time is credited by the second: 881,112 of 28 days',
    start: '2027-02-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(new Date(at('2027-03-01').getTime() - 881_112_000))
      const { credit, debit, dueNowMinor } = await changeTo(bench, partnerId, { plan: 'professional' })
      assertAmount(bench, credit.amountMinor, -3_606n)
      assertAmount(bench, debit.amountMinor, 12_711n)
      assert.equal(dueNowMinor, 0n)
    },
  },
  {
    title: 'an upgrade at half of the period costs half of the difference',
    start: '2027-02-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-02-15'))
      const { credit, debit } = await changeTo(bench, partnerId, { plan: 'professional' })
      assertAmount(bench, credit.amountMinor, -4_950n)
      assertAmount(bench, debit.amountMinor, 17_450n)
      await bench.advance(afterRenewal('2027-03-01'))
      const { total } = await sumsOf(bench, partnerId)
      assertAmount(bench, total, 9_900n + 12_500n + 34_900n, 2n)
    },
  },
  {
    title: 'an upgrade on 15 May waits for the next invoice, and does not move the period',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-15'))
      const { subscription } = await changeTo(bench, partnerId, { plan: 'professional' })
      assert.deepEqual([subscription.periodStart, subscription.periodEnd], [at('2027-05-01'), at('2027-06-01')])
      assert.equal((await sumsOf(bench, partnerId)).total, 9_900n)
      await bench.advance(afterRenewal('2027-06-01'))
      const [newest] = await invoicesOf(bench, partnerId)
      assert.equal(newest?.reason, 'subscription_cycle')
      assertAmount(bench, newest?.totalMinor ?? 0n, 48_610n, 2n)
      assert.deepEqual((await read(bench, partnerId)).periodEnd, at('2027-07-01'))
    },
  },
  {
    title: 'a change and its reversal at the same time cost nothing',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-12T07:31:29'))
      await changeTo(bench, partnerId, { plan: 'enterprise' })
      await changeTo(bench, partnerId, { plan: 'starter' })
      await bench.advance(afterRenewal('2027-06-01'))
      assert.deepEqual(await sumsOf(bench, partnerId), { total: 19_800n, due: 19_800n })
    },
  },
  {
    title: 'three changes within a minute each count from their own second',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      for (const [index, plan] of (['professional', 'enterprise', 'professional'] as const).entries()) {
        await bench.advance(at(`2027-05-15T12:00:${String(index * 20).padStart(2, '0')}`))
        await changeTo(bench, partnerId, { plan })
      }
      await bench.advance(afterRenewal('2027-06-01'))
      const [newest] = await invoicesOf(bench, partnerId)
      assertAmount(bench, newest?.totalMinor ?? 0n, 48_207n, 6n)
    },
  },
  {
    title: 'a change in the last second of a period costs nothing, and the next period has the new price',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-31T23:59:59'))
      const { credit, debit } = await changeTo(bench, partnerId, { plan: 'enterprise' })
      assertAmount(bench, credit.amountMinor, 0n)
      assertAmount(bench, debit.amountMinor, 0n)
      await bench.advance(afterRenewal('2027-06-01'))
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n + 99_900n, 2n)
    },
  },
  {
    title: 'a year from 29 February ends on the 28th, and returns to the 29th',
    start: '2028-02-29',
    async run(bench) {
      const partnerId = await bench.subscribe({ ...STARTER, billing: 'rolling' })
      for (const [renewal, end] of [
        ['2029-02-28', '2030-02-28'],
        ['2030-02-28', '2031-02-28'],
        ['2031-02-28', '2032-02-29'],
      ] as const) {
        await bench.advance(afterRenewal(renewal))
        assert.deepEqual((await read(bench, partnerId)).periodEnd, at(end))
      }
      assert.deepEqual(await sumsOf(bench, partnerId), { total: 396_000n, due: 396_000n })
    },
  },
  {
    title: 'periods from the 31st end on the last day of shorter months',
    start: '2027-01-31T10:00:00',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      for (const [renewal, end] of [
        ['2027-02-28T10:00:00', '2027-03-31T10:00:00'],
        ['2027-03-31T10:00:00', '2027-04-30T10:00:00'],
        ['2027-04-30T10:00:00', '2027-05-31T10:00:00'],
      ] as const) {
        await bench.advance(afterRenewal(renewal))
        assert.deepEqual((await read(bench, partnerId)).periodEnd, at(end))
      }
    },
  },
  {
    title: 'an upgrade and then a year: one invoice at once with everything pending, and a new period',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-15'))
      await changeTo(bench, partnerId, { plan: 'professional' })
      await bench.advance(at('2027-05-20T06:00:00'))
      const { subscription, dueNowMinor } = await changeTo(bench, partnerId, { billing: 'rolling' })
      const { periodStart, periodEnd } = subscription
      assert.deepEqual([periodStart, periodEnd], [at('2027-05-20T06:00:00'), at('2028-05-20T06:00:00')])
      assertAmount(bench, dueNowMinor, 349_482n, 3n)
      await bench.advance(new Date(bench.now().getTime() + INVOICED_MS))
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n + 349_482n, 3n)
      await bench.advance(afterRenewal('2027-06-20T06:00:00'))
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n + 349_482n, 3n)
    },
  },
  {
    title:
      'a downgrade turns the unused part of a paid year into credit for the next invoices, never more than was paid',
    start: '2027-01-01',
    async run(bench) {
      const partnerId = await bench.subscribe({ plan: 'enterprise', billing: 'rolling', currency: 'eur' })
      // Exactly half of the year.
      await bench.advance(at('2027-07-02T12:00:00'))
      const { credit, dueNowMinor } = await changeTo(bench, partnerId, { plan: 'starter', billing: 'monthly' })
      assertAmount(bench, credit.amountMinor, -459_500n)
      assert.equal(dueNowMinor, 0n)
      await bench.advance(afterRenewal('2027-08-02T12:00:00'))
      const { total, due } = await sumsOf(bench, partnerId, 'eur')
      assertAmount(bench, total, 919_000n - 459_500n + 8_900n + 8_900n)
      assert.equal(due, 919_000n)
    },
  },
  {
    title: 'a change of the currency starts a new period, and credit stays in its currency',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-15'))
      const { subscription, credit, dueNowMinor } = await changeTo(bench, partnerId, {
        plan: 'professional',
        currency: 'aud',
      })
      assert.deepEqual([subscription.periodStart, subscription.periodEnd], [at('2027-05-15'), at('2027-06-15')])
      assert.deepEqual([credit.currency, dueNowMinor], ['usd', 52_900n])
      assertAmount(bench, credit.amountMinor, -5_429n)
      await bench.advance(new Date(bench.now().getTime() + INVOICED_MS))
      assert.deepEqual(await sumsOf(bench, partnerId, 'aud'), { total: 52_900n, due: 52_900n })
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n - 5_429n)
      await bench.advance(afterRenewal('2027-06-15'))
      assert.deepEqual(await sumsOf(bench, partnerId, 'aud'), { total: 105_800n, due: 105_800n })
      assert.equal((await bench.countSubscriptions(partnerId)).live, 1)
    },
  },
  {
    title: 'a change of the currency invoices pending lines in the old currency',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-11'))
      await changeTo(bench, partnerId, { plan: 'enterprise' })
      await bench.advance(at('2027-05-21'))
      const { credit } = await changeTo(bench, partnerId, { currency: 'eur' })
      // 99,900 for 11 of 31 days.
      assertAmount(bench, credit.amountMinor, -35_448n)
      // -6,706 and +67,674 on the 11th.
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n - 6_706n + 67_674n - 35_448n, 3n)
      await bench.advance(new Date(bench.now().getTime() + INVOICED_MS))
      assert.deepEqual(await sumsOf(bench, partnerId, 'eur'), { total: 91_900n, due: 91_900n })
    },
  },
  {
    title: 'back in an earlier currency, its credit pays first',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe({ ...STARTER, plan: 'enterprise' })
      await bench.advance(at('2027-05-02'))
      await changeTo(bench, partnerId, { currency: 'gbp' })
      await bench.advance(at('2027-05-03'))
      const terms = { ...STARTER, plan: 'starter' as const }
      const preview = await bench.processor.preview({ partnerId, terms, at: bench.now() }, signal)
      const { dueNowMinor, debit } = await changeTo(bench, partnerId, { plan: 'starter', currency: 'usd' })
      assert.deepEqual([dueNowMinor, debit.amountMinor], [0n, 9_900n])
      assert.deepEqual([preview.dueNowMinor, preview.nextInvoiceMinor], [0n, 0n])
      await bench.advance(new Date(bench.now().getTime() + INVOICED_MS))
      assert.equal((await sumsOf(bench, partnerId)).due, 99_900n)
    },
  },
  {
    title: 'a cancellation credits the unused time, and nothing is invoiced afterwards',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-15'))
      const cancellation = { id: v7(), partnerId, at: bench.now() }
      const canceled = await bench.processor.cancel(cancellation, signal)
      assert.equal(canceled.status, 'canceled')
      assert.equal((await read(bench, partnerId)).status, 'canceled')
      assert.equal((await bench.processor.cancel({ ...cancellation, id: v7() }, signal)).status, 'canceled')
      await bench.advance(at('2027-08-01'))
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n - 5_429n)
      assert.equal((await read(bench, partnerId)).status, 'canceled')
    },
  },
  {
    title: 'a repeated change with the same id is made once, and returns the same amounts',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      for (const [day, after] of [
        ['2027-05-15', { plan: 'professional' }],
        ['2027-05-20', { billing: 'rolling' }],
      ] as const) {
        await bench.advance(at(day))
        const change = await propose(bench, partnerId, after)
        const first = await bench.processor.apply(change, signal)
        await bench.advance(new Date(bench.now().getTime() + 180_000))
        const second = await carryOut(bench, { ...change, isRepeat: true })
        const amounts = ({ credit, debit, dueNowMinor, subscription }: typeof first) => [
          credit.amountMinor,
          debit.amountMinor,
          dueNowMinor,
          subscription.periodEnd,
        ]
        assert.deepEqual(amounts(second), amounts(first))
      }
      await bench.advance(afterRenewal('2028-05-20'))
      // -5,429 and 19,139 on the 15th, -13,510 on the 20th, and two years.
      const { total } = await sumsOf(bench, partnerId)
      assertAmount(bench, total, 9_900n - 5_429n + 19_139n - 13_510n + 2n * 349_000n, 4n)
    },
  },
  {
    title: 'a repeated change of the currency with the same id is made once, and returns the same amounts',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-15'))
      const change = await propose(bench, partnerId, { currency: 'eur' })
      const first = await bench.processor.apply(change, signal)
      await bench.advance(new Date(bench.now().getTime() + 180_000))
      const second = await carryOut(bench, { ...change, isRepeat: true })
      assert.deepEqual(second.subscription, first.subscription)
      assert.equal(second.credit.amountMinor, first.credit.amountMinor)
      assert.deepEqual([second.debit.amountMinor, second.dueNowMinor], [8_900n, first.dueNowMinor])
      await bench.advance(new Date(bench.now().getTime() + INVOICED_MS))
      assert.deepEqual(await sumsOf(bench, partnerId, 'eur'), { total: 8_900n, due: 8_900n })
      assertAmount(bench, (await sumsOf(bench, partnerId)).total, 9_900n - 5_429n)
      assert.equal((await bench.countSubscriptions(partnerId)).live, 1)
    },
  },
  {
    title: 'a preview has the amounts of the change, and changes nothing',
    start: '2027-05-01',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      for (const after of [{ plan: 'professional' }, { billing: 'rolling' }, { currency: 'sgd' }] as const) {
        await bench.advance(new Date(bench.now().getTime() + 7 * 86_400_000))
        const before = await read(bench, partnerId)
        const { plan, billing, currency } = before
        const terms = { plan, billing, currency, ...after }
        const preview = await bench.processor.preview({ partnerId, terms, at: bench.now() }, signal)
        assert.deepEqual(await read(bench, partnerId), before)
        const applied = await changeTo(bench, partnerId, after)
        assert.equal(preview.credit.amountMinor, applied.credit.amountMinor)
        assert.equal(preview.debit.amountMinor, applied.debit.amountMinor)
        assert.equal(preview.dueNowMinor, applied.dueNowMinor)
        assert.deepEqual(preview.subscription.periodEnd, applied.subscription.periodEnd)
      }
    },
  },
  {
    title: 'a change that must be paid at once and is declined changes nothing',
    start: '2027-05-01',
    needs: 'decline',
    async run(bench) {
      const partnerId = await bench.subscribe(STARTER)
      await bench.advance(at('2027-05-15'))
      await bench.decline(partnerId, true)
      const before = await read(bench, partnerId)
      const change = await propose(bench, partnerId, { plan: 'enterprise', billing: 'rolling' })
      await assert.rejects(bench.processor.apply(change, signal), ChangeRefused)
      assert.deepEqual(await read(bench, partnerId), before)
      await bench.decline(partnerId, false)
      await changeTo(bench, partnerId, { plan: 'enterprise', billing: 'rolling' })
    },
  },
]

/** Registers the cases that the processor is able to run, as tests. */
export function testConformance(name: string, abilities: readonly Ability[], open: OpenBench): void {
  for (const { title, start, needs, run } of CASES) {
    if (needs !== undefined && !abilities.includes(needs)) continue
    test(`${name}: ${title}`, async () => {
      await using bench = await open(at(start))
      await run(bench)
    })
  }
}
