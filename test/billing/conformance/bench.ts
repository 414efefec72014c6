import assert from 'node:assert/strict'
import { v7 } from 'uuid'
import type { App } from '../../../src/app.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import type {
  AppliedChange,
  BillingProcessor,
  Invoice,
  PendingChange,
  Subscription,
  Terms,
} from '../../../src/platform/payments/processor.ts'
import { wholeSecond } from '../../../src/shared/dates/datetime.ts'
import type { Currency } from '../../../src/shared/money/prices.ts'

/** An ability that some processors lack; cases that need it are skipped for them. */
export type Ability = 'decline'

/** A processor under test, with partners and a clock. */
export interface Bench extends AsyncDisposable {
  /** The service, with the clock of the bench. */
  app: App
  processor: BillingProcessor
  db: Database
  /** By how many minor units a line may differ from ours; zero once the rounding of the processor is known. */
  tolerance: bigint
  now(): Date
  /** Lets time pass: carries out every renewal and payment that becomes due, and delivers every message. */
  advance(to: Date): Promise<void>
  /** A new partner whose subscription starts now, and is known to the processor. */
  subscribe(terms: Terms): Promise<string>
  /** Makes the partner's payments be declined from now on, or succeed again. Requires the ability. */
  decline(partnerId: string, isDeclined: boolean): Promise<void>
  /**
   * Runs a use case in a process that is killed at a given wait: the 1st, 2nd, … for the database or the processor.
   * Returns whether it was killed before it ended.
   */
  runUntilKilled(killAt: number, run: (app: App) => Promise<unknown>): Promise<boolean>
  /** The partner's credit at the processor for its next invoices in a currency, in minor units. */
  creditOf(partnerId: string, currency: Currency): Promise<bigint>
  /** How many subscriptions the processor has for the partner, and how many of them have not ended. */
  countSubscriptions(partnerId: string): Promise<{ all: number; live: number }>
  /**
   * When a change of the currency took effect, if that differs from when it was requested: a processor that cannot
   * change the currency ends the subscription and starts another, each at its own time.
   */
  findReplacement(partnerId: string, changeId: string): Promise<{ endedAt: Date; startedAt: Date } | undefined>
}

/** Opens a bench whose clock is at `start`. */
export type OpenBench = (start: Date) => Promise<Bench>

export const { signal } = new AbortController()

/** The subscription at the processor; throws if it does not exist. */
export async function read({ processor, db, now }: Bench, partnerId: string): Promise<Subscription> {
  const subscription = await processor.get(db, partnerId, now())
  assert.ok(subscription)
  return subscription
}

/** Requests a change now. */
export async function propose(bench: Bench, partnerId: string, after: Partial<Terms>): Promise<PendingChange> {
  const { plan, billing, currency, periodEnd } = await read(bench, partnerId)
  const before = { plan, billing, currency, periodEnd }
  const requestedAt = wholeSecond(bench.now())
  return { id: v7(), partnerId, requestedAt, before, after: { plan, billing, currency, ...after }, isRepeat: false }
}

/** Applies and records a change, and checks that the mirror has what the processor returned. */
export async function carryOut(bench: Bench, change: PendingChange): Promise<AppliedChange> {
  const { processor, db } = bench
  const applied = await processor.apply(change, signal)
  await db.transaction().execute((tx) => processor.record(tx, change, applied))
  assert.deepEqual(await read(bench, change.partnerId), applied.subscription)
  const { plan, billing, currency } = applied.subscription
  assert.deepEqual({ plan, billing, currency }, change.after)
  return applied
}

export const changeTo = async (bench: Bench, partnerId: string, after: Partial<Terms>): Promise<AppliedChange> =>
  await carryOut(bench, await propose(bench, partnerId, after))

export const invoicesOf = ({ processor, now }: Bench, partnerId: string): Promise<Invoice[]> =>
  processor.listInvoices(partnerId, now(), signal)

/** The sums of all valid invoices in a currency: of their lines, and of the amounts due after credit. */
export async function sumsOf(
  bench: Bench,
  partnerId: string,
  currency: Currency = 'usd',
): Promise<{ total: bigint; due: bigint }> {
  const counted = (await invoicesOf(bench, partnerId)).filter(
    (invoice) => invoice.currency === currency && invoice.status !== 'void',
  )
  return {
    total: counted.reduce((sum, { totalMinor }) => sum + totalMinor, 0n),
    due: counted.reduce((sum, { dueMinor }) => sum + dueMinor, 0n),
  }
}

/** Compares amounts, each the sum of this many lines, whose rounding may differ. */
export function assertAmount({ tolerance }: Bench, actual: bigint, expected: bigint, lines = 1n): void {
  const difference = actual > expected ? actual - expected : expected - actual
  assert.ok(difference <= tolerance * lines, `${actual} is not ${expected}`)
}
