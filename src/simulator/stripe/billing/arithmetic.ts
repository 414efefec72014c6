import type { Interval, Period } from '../state/state.ts'

/** `amount × part ÷ whole`, computed exactly and rounded once to the nearest integer, halves away from zero. */
export function shareOf(amount: number, part: number, whole: number): number {
  const numerator = BigInt(amount) * BigInt(part)
  const denominator = BigInt(whole)
  const isNegative = numerator < 0n !== denominator < 0n
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const rounded = Number((2n * n + d) / (2n * d))
  return isNegative && rounded !== 0 ? -rounded : rounded
}

const SECONDS = { day: 86_400, week: 7 * 86_400 } as const

/** The anchor, moved by whole intervals. A day that the month does not have becomes its last day. */
function move(anchor: number, interval: Interval, intervals: number): number {
  if (interval === 'day' || interval === 'week') return anchor + intervals * SECONDS[interval]
  const date = new Date(anchor * 1000)
  const months = date.getUTCMonth() + intervals * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const first = Date.UTC(date.getUTCFullYear(), months, 1)
  const timeOfDay = anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000
  return first / 1000 + (Math.min(date.getUTCDate(), lastDay) - 1) * 86_400 + timeOfDay
}

/** The period that contains `at`, counted from the anchor, which may be before or after it. */
export function periodAt(anchor: number, interval: Interval, count: number, at: number): Period {
  const days = { day: 1, week: 7, month: 31, year: 366 }[interval] * count
  // Starts at or before the period: no interval is longer than `days`.
  let n = Math.trunc((at - anchor) / (days * 86_400)) - 1
  while (move(anchor, interval, (n + 1) * count) <= at) n += 1
  return { start: move(anchor, interval, n * count), end: move(anchor, interval, (n + 1) * count) }
}
