import { addMonths } from '../../../shared/dates/datetime.ts'
import type { Billing } from '../../../shared/money/prices.ts'

/** Billing uses whole UTC seconds and periods of whole calendar months. */

const MONTHS = { monthly: 1, rolling: 12 } as const satisfies Record<Billing, number>

/** Whole seconds from one whole second to another. */
export const secondsBetween = (from: Date, until: Date): bigint => BigInt((until.getTime() - from.getTime()) / 1000)

/** The end of the period that starts at `start`, which is itself the anchor or the end of a period counted from it. */
export function periodEnd(anchor: Date, start: Date, billing: Billing): Date {
  const passed = monthNumber(start) - monthNumber(anchor)
  return addMonths(anchor, passed + MONTHS[billing])
}

const monthNumber = (instant: Date): number => instant.getUTCFullYear() * 12 + instant.getUTCMonth()
