import { DAY_MS, HOUR_MS } from '../../shared/dates/time-units.ts'
import type { SettlementInterval } from '../../shared/money/prices.ts'

/** Settlement periods are quarters and years of the calendar in UTC. Days are texts, as in 2026-07-01. */
export interface Period {
  /** As in 2026-Q3 or 2026. */
  name: string
  interval: SettlementInterval
  firstDay: string
  lastDay: string
  /** All of its days, in order. */
  days: readonly string[]
}

/**
 * How long after its end a period is closed: by then every transaction that read its clock before the end has committed or
 * failed.
 */
const CLOSING_DELAY_MS = HOUR_MS

const MONTHS: Readonly<Record<SettlementInterval, number>> = { quarterly: 3, annual: 12 }

/** The UTC day of an instant. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const instantOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

export const dayAfter = (day: string): string => dayOf(new Date(instantOf(day).getTime() + DAY_MS))

/** The period of an interval that a day belongs to. */
export function periodOf(interval: SettlementInterval, day: string): Period {
  const months = MONTHS[interval]
  const year = Number(day.slice(0, 4))
  const index = Math.floor((Number(day.slice(5, 7)) - 1) / months)
  const firstDay = dayOf(new Date(Date.UTC(year, index * months, 1)))
  const lastDay = dayOf(new Date(Date.UTC(year, (index + 1) * months, 0)))
  const name = interval === 'annual' ? String(year) : `${year}-Q${index + 1}`
  const days: string[] = []
  for (let each = firstDay; each <= lastDay; each = dayAfter(each)) days.push(each)
  return { name, interval, firstDay, lastDay, days }
}

/** The first day that is not to be closed yet at a time: periods that end before it are due. */
export const firstOpenDay = (interval: SettlementInterval, at: Date): string =>
  periodOf(interval, dayOf(new Date(at.getTime() - CLOSING_DELAY_MS))).firstDay

/** The months of a period, as in 2026-07. */
export function monthsOf({ firstDay, interval }: Period): string[] {
  const start = instantOf(firstDay)
  return Array.from({ length: MONTHS[interval] }, (_, index) =>
    dayOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index, 1))).slice(0, 7),
  )
}

/** A percentage with at most two decimals in basis points; undefined for any other text. */
export function readPercent(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return points <= 10_000 ? points : undefined
}

const MAX_ADJUSTMENT_MINOR = 100_000_000_000n

/** An amount with at most two decimals in minor units, neither zero nor above the maximum; undefined for any other text. */
export function readAmount(text: string): bigint | undefined {
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const size = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  if (size === 0n || size > MAX_ADJUSTMENT_MINOR) return undefined
  return sign === '-' ? -size : size
}

/** As in 12.5%. */
export const percentText = (basisPoints: number): string => `${basisPoints / 100}%`
