import { type PortfolioCustomer, stateOf } from './portfolio.ts'
import { NEEDS, needOf } from './portfolio-filter.ts'
import type { SortKey } from './sort-rows.ts'

/** The product and time that a list of customers shows. */
export interface About {
  product: string
  now: Date
}

/** Customers with a run in progress come after those that need attention, and before those that do not. */
const RUNNING_PLACE = NEEDS.length - 1.5

type KeyOf = (customer: PortfolioCustomer, about: About) => SortKey

const resultOf = (customer: PortfolioCustomer, { product }: About) => stateOf(customer, product).result

/** What each column is sorted by. Empty values come last, in both directions. */
export const SORT_KEYS = {
  name: ({ name }) => name,
  /** Most urgent first. */
  status: (customer, { product, now }) =>
    stateOf(customer, product).run ? RUNNING_PLACE : NEEDS.indexOf(needOf(customer, product, now)),
  score: (customer, about) => resultOf(customer, about)?.score,
  trend: (customer, about) => resultOf(customer, about)?.step,
  findings: (customer, about) => {
    const result = resultOf(customer, about)
    return result && result.critical * 10_000 + result.high
  },
  level: (customer, about) => resultOf(customer, about)?.level,
  known: (customer, about) => resultOf(customer, about)?.coverage,
  questions: (customer, { product }) => stateOf(customer, product).questions,
  ended: (customer, about) => resultOf(customer, about)?.endedAt.getTime(),
} as const satisfies Record<string, KeyOf>

export type SortColumn = keyof typeof SORT_KEYS

export const isSortColumn = (text: string): text is SortColumn => Object.hasOwn(SORT_KEYS, text)
