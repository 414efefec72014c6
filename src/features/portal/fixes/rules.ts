import { FRAMEWORKS } from '../../../engine/frameworks/catalogue.ts'
import type { Effort, Remedy } from '../../../engine/model/remedy.ts'
import type { Severity } from '../../../engine/model/verdict.ts'
import { REMEDIES } from '../../../engine/remedies/catalogue.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { FixList } from './schema.ts'

type Fix = FixList['fixes'][number]

/** The weight of one customer when fixes are compared: each severity counts twice as much as the next lower one. */
const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = { critical: 8, high: 4, medium: 2, low: 1 }

/** Each effort counts twice as much as the next smaller one, so that severe findings of many customers outweigh it. */
const EFFORT_WEIGHTS: Readonly<Record<Effort, number>> = { minutes: 1, hours: 2, days: 4, project: 8 }

const REMEDIES_BY_ID: ReadonlyMap<string, Remedy> = new Map(REMEDIES.map((remedy) => [remedy.id, remedy]))

/** The remedy of this id; undefined if none is written, as for a requirement. */
export const findRemedy = (id: string): Remedy | undefined => REMEDIES_BY_ID.get(id)

/** What to do: the title of the remedy, or the requirement's own sentence. */
export const titleOf = (id: string): string =>
  findRemedy(id)?.title ??
  FRAMEWORKS.flatMap(({ requirements }) => requirements).find((requirement) => requirement.id === id)?.remedy ??
  id

/** Customers × severity ÷ effort: what helps most for the work. Without a remedy, the effort counts as days. */
export function rankOf({ bySeverity, effort = 'days' }: Pick<Fix, 'bySeverity'> & { effort?: Effort }): number {
  const { critical, high, medium, low } = SEVERITY_WEIGHTS
  const weight = bySeverity.critical * critical + bySeverity.high * high + bySeverity.medium * medium
  return (weight + bySeverity.low * low) / EFFORT_WEIGHTS[effort]
}

/** Sorted by benefit for the effort, then by number of customers, then by title. */
export const compareFixes = (a: Fix, b: Fix): number =>
  rankOf(b) - rankOf(a) || b.customers - a.customers || (a.title < b.title ? -1 : 1)

/** A change at this many customers or more within a week is shown as one item. */
export const MIN_CUSTOMERS = 3

export const changedSince = (now: Date): Date => new Date(now.getTime() - 7 * DAY_MS)
