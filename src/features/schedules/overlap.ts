import { listDays, type Recurrence } from './recurrence.ts'

/** The parts of a schedule that decide how many runs it needs; without `customerId`, it is for all customers. */
export interface PlannedSchedule {
  customerId: string | null
  product: string
  recurrence: Recurrence
}

const DAYS = 365

/**
 * How many runs of an average month several schedules need twice: a customer has at most one scheduled run of a product
 * a day, so the second one on a day is left out. Counted over a year from `from`, YYYY-MM-DD.
 */
export function countDoubled(schedules: readonly PlannedSchedule[], customers: number, from: string): number {
  const known = new Map<string, ReadonlySet<number>>()
  // Many schedules have the same days, and listing them takes long.
  const daysOf = ({ recurrence }: PlannedSchedule): ReadonlySet<number> => {
    const { unit, count, on, startsOn } = recurrence
    const key = JSON.stringify([unit, count, on, startsOn])
    const days = known.get(key) ?? new Set(listDays(recurrence, from, DAYS))
    known.set(key, days)
    return days
  }
  let doubled = 0
  for (const ofProduct of Map.groupBy(schedules, ({ product }) => product).values()) {
    if (ofProduct.length < 2) continue
    const byCustomer = Map.groupBy(ofProduct, ({ customerId }) => customerId)
    const forAll = (byCustomer.get(null) ?? []).map(daysOf)
    byCustomer.delete(null)
    doubled += (customers - byCustomer.size) * countRepeated(forAll)
    for (const own of byCustomer.values()) doubled += countRepeated([...forAll, ...own.map(daysOf)])
  }
  return doubled / 12
}

/** How many days of these sets are in an earlier one, too. */
function countRepeated(sets: readonly ReadonlySet<number>[]): number {
  if (sets.length < 2) return 0
  const all = new Set(sets.flatMap((days) => [...days]))
  return sets.reduce((sum, { size }) => sum + size, 0) - all.size
}
