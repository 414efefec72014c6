import { prorate, shareOf } from '../../../shared/money/amounts.ts'
import { type SettlementCurrency, type SettlementInterval, settlementPriceOf } from '../../../shared/money/prices.ts'
import type { Plan } from '../../../shared/plans.ts'
import type { Period } from '../rules.ts'

/** The amounts of a settlement period: pure arithmetic on whole days and whole minor units. */

/** A day on which something changed for a partner, and the terms from then on. */
export interface PartnerDay {
  day: string
  /** What the day itself counts as; null where the partner was not active. */
  plan: Plan | null
  /** What the days after it count as. */
  nextPlan: Plan | null
  currency: SettlementCurrency
  interval: SettlementInterval
  processorBilling: boolean
}

/** From which day on a distributor has which share of the list price. */
export interface ShareDay {
  day: string
  basisPoints: number
}

/** What one day of a partner counts as. */
interface Terms {
  plan: Plan
  currency: SettlementCurrency
  basisPoints: number
  processorBilling: boolean
}

/** Consecutive days of one partner on the same terms, with what they cost. */
export interface Line extends Terms {
  firstDay: string
  lastDay: string
  days: number
  /** Of the plan for the whole period. */
  priceMinor: bigint
  /** The part for these days. */
  listMinor: bigint
  /** The distributor's share of that. */
  shareMinor: bigint
  /** What the distributor owes for them; below zero where the payment processor bills the partner. */
  amountMinor: bigint
}

type Stretch = Terms & { firstDay: string; lastDay: string; days: number }

/**
 * The lines of one partner in a period, oldest first. `changes` are its days of change up to the end of the period, oldest
 * first, and `shares` those of its distributor. Days on which another interval applied to the partner have no line.
 */
export function linesOf(period: Period, changes: readonly PartnerDay[], shares: readonly ShareDay[]): Line[] {
  /** Days so far by plan and currency. */
  const counted = new Map<string, number>()
  return stretchesOf(period, changes, shares).map((stretch) => {
    const { plan, currency, basisPoints, processorBilling, days } = stretch
    const key = `${plan} ${currency}`
    const before = counted.get(key) ?? 0
    counted.set(key, before + days)
    const priceMinor = settlementPriceOf(plan, period.interval, currency)
    // Differences of rounded sums: however many lines a plan has, together they are rounded once.
    const until = (count: number): bigint => prorate(priceMinor, BigInt(count), BigInt(period.days.length))
    const listMinor = until(before + days) - until(before)
    const shareMinor = shareOf(listMinor, basisPoints)
    const amountMinor = (processorBilling ? 0n : listMinor) - shareMinor
    return { ...stretch, priceMinor, listMinor, shareMinor, amountMinor }
  })
}

function stretchesOf({ interval, days }: Period, changes: readonly PartnerDay[], shares: readonly ShareDay[]) {
  const stretches: Stretch[] = []
  /** The stretch that the day before belongs to. */
  let current: Stretch | undefined
  let [nextChange, nextShare] = [0, 0]
  for (const day of days) {
    while ((changes[nextChange]?.day ?? AFTER_ALL) <= day) nextChange++
    while ((shares[nextShare]?.day ?? AFTER_ALL) <= day) nextShare++
    const change = changes[nextChange - 1]
    const plan = change?.day === day ? change.plan : change?.nextPlan
    if (!change || !plan || change.interval !== interval) {
      current = undefined
      continue
    }
    const { currency, processorBilling } = change
    const terms = { plan, currency, processorBilling, basisPoints: shares[nextShare - 1]?.basisPoints ?? 0 }
    if (current && isSame(current, terms)) {
      current.lastDay = day
      current.days++
    } else {
      current = { ...terms, firstDay: day, lastDay: day, days: 1 }
      stretches.push(current)
    }
  }
  return stretches
}

/** Later than any day. */
const AFTER_ALL = '9999-99-99'

const isSame = (one: Terms, other: Terms): boolean =>
  one.plan === other.plan &&
  one.currency === other.currency &&
  one.basisPoints === other.basisPoints &&
  one.processorBilling === other.processorBilling

/** The sums of a statement. */
export interface Totals {
  /** The list price of what the distributor bills. */
  chargedMinor: bigint
  /** The distributor's share of every line. */
  shareMinor: bigint
  adjustmentsMinor: bigint
  /** What the distributor owes; below zero, what it is owed. */
  totalMinor: bigint
}

export function sumUp(
  lines: readonly Pick<Line, 'listMinor' | 'shareMinor' | 'processorBilling'>[],
  adjustments: readonly { amountMinor: bigint }[],
): Totals {
  let [chargedMinor, shareMinor, adjustmentsMinor] = [0n, 0n, 0n]
  for (const line of lines) {
    if (!line.processorBilling) chargedMinor += line.listMinor
    shareMinor += line.shareMinor
  }
  for (const { amountMinor } of adjustments) adjustmentsMinor += amountMinor
  return { chargedMinor, shareMinor, adjustmentsMinor, totalMinor: chargedMinor - shareMinor + adjustmentsMinor }
}
