import { DAY_MS } from '../dates/time-units.ts'
import { type PortfolioCustomer, type ProductState, stateOf } from './portfolio.ts'

/**
 * Which customers a list shows and an action applies to. The portal and the service apply the same function to the same
 * data, so that "all that match" means what the user saw.
 */
export interface PortfolioFilter {
  /** The product to which all other conditions about results apply. */
  product: string
  q?: string | undefined
  state?: State | undefined
  consent?: 'given' | 'missing' | undefined
  /** The reached level. */
  level?: string | undefined
  /** Read more than this many days ago. */
  age?: string | undefined
  /** Id of a group. */
  group?: string | undefined
  questions?: 'open' | 'none' | undefined
  findings?: 'critical' | 'high' | undefined
}

export const STATES = ['running', 'failed', 'never', 'assessed'] as const
export type State = (typeof STATES)[number]

/** The choices, in days. */
export const AGES = ['7', '30', '90'] as const

/** A result that is older than this many days needs attention. */
export const OLD_DAYS = 30

/** The customers that match, in their order. */
export function filterCustomers(
  customers: readonly PortfolioCustomer[],
  filter: PortfolioFilter,
  now: Date,
): PortfolioCustomer[] {
  const words = wordsOf(filter.q)
  return customers.filter((customer) => hasWords(customer, words) && isMatch(customer, filter, now))
}

const wordsOf = (text = ''): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

function hasWords({ name, id }: PortfolioCustomer, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = name.toLowerCase()
  // Ids contain all kinds of letters, so they are searched only for a text that looks like an id.
  return words.every((word) => text.includes(word) || (word.startsWith('cust_') && id.startsWith(word)))
}

function isMatch(customer: PortfolioCustomer, filter: PortfolioFilter, now: Date): boolean {
  const { state, consent, level, age, group, questions, findings } = filter
  const its = stateOf(customer, filter.product)
  const { result } = its
  if (state && !hasState(its, state)) return false
  if (consent && customer.isApproved !== (consent === 'given')) return false
  if (level && String(result?.level) !== level) return false
  if (age && !(result && ageInDays(result.endedAt, now) >= Number(age))) return false
  if (group && !customer.groups.includes(group)) return false
  if (questions === 'open' && !its.questions) return false
  if (questions === 'none' && its.questions !== 0) return false
  if (findings === 'critical' && !result?.critical) return false
  if (findings === 'high' && !result?.critical && !result?.high) return false
  return true
}

function hasState({ result, run, failure }: ProductState, state: State): boolean {
  if (state === 'running') return run !== undefined
  if (state === 'failed') return failure !== undefined
  if (state === 'never') return result === undefined
  return result !== undefined
}

/** Full days since then. */
export const ageInDays = (at: Date, now: Date): number => Math.floor((now.getTime() - at.getTime()) / DAY_MS)

/** What a customer may need, most urgent first, which is the default order of the list. */
export const NEEDS = ['failed', 'consent', 'first-run', 'old', 'critical', 'questions', 'nothing'] as const
export type Need = (typeof NEEDS)[number]

export function needOf(customer: PortfolioCustomer, product: string, now: Date): Need {
  const { result, run, failure, questions } = stateOf(customer, product)
  if (!run && failure !== undefined) return 'failed'
  if (!customer.isApproved) return 'consent'
  if (!run && !result) return 'first-run'
  if (!run && result && ageInDays(result.endedAt, now) >= OLD_DAYS) return 'old'
  if (result && result.critical > 0) return 'critical'
  if (questions) return 'questions'
  return 'nothing'
}
