/**
 * An overview of a partner's customers: the format that is sent to the portal, and the rows that its list and actions
 * use.
 */

/**
 * Columns of small numbers compress to half of what objects with the same content do, and a list of a thousand customers must
 * arrive quickly. A customer is named by its place in `ids`; a column `customers` has ascending places, each as the distance from
 * the one before, which is mostly 1.
 */
export interface Portfolio {
  /** How many customers the partner has; more than are listed beyond the limit. */
  total: number
  /** The products that the plan includes. */
  products: string[]
  ids: string[]
  names: string[]
  /** Places of customers whose tenants have not approved the partner. */
  unapproved: number[]
  groups: { id: string; name: string; members: number[] }[]
  /** By product. */
  results: Record<string, ResultColumns>
  /** How many questions are open, by product, if known. */
  questions: Record<string, { customers: number[]; open: number[] }>
  /** Runs that are queued or running. */
  runs: [customer: number, product: string, id: string, done: number | null, of: number | null][]
  /** Runs that failed after the last result. */
  failures: [customer: number, product: string, code: string][]
}

export interface ResultColumns {
  customers: number[]
  scores: number[]
  /**
   * Differences between consecutive scores of the last results, oldest first; the last one leads to the current score.
   * Those of all rows are in one list, with the number of each row's, because brackets would take more room.
   */
  steps: number[]
  stepCounts: number[]
  /** The difference between the score and the score that results if everything unknown is positive. */
  open: number[]
  /** How much of the last step only became known or unknown: the step without what both ends of the span moved (`spanStep`). */
  known: number[]
  /** The known share of what was asked, in percent. */
  coverages: number[]
  /** Null where it is not known. */
  levels: (number | null)[]
  targets: number[]
  critical: number[]
  high: number[]
  /** When the newest run ended, in whole minutes since 1970, and how many minutes before that each did. */
  newest: number
  ended: number[]
}

export interface Result {
  /** The last few, oldest first: the last one counts. */
  scores: readonly number[]
  score: number
  ceiling: number
  /** How many points both ends of the span moved since the result before; absent where there is none. */
  step?: number
  coverage: number
  /** Absent if it is not known. */
  level?: number
  target: number
  critical: number
  high: number
  endedAt: Date
}

/** What is known of one product for one customer. */
export interface ProductState {
  result?: Result
  questions?: number
  /** The run that is queued or running. */
  run?: { id: string; done: number | null; of: number | null }
  /** The code of the last run, if it failed. */
  failure?: string
}

export interface PortfolioCustomer {
  id: string
  name: string
  isApproved: boolean
  /** Ids. */
  groups: readonly string[]
  products: ReadonlyMap<string, ProductState>
}

const STEP_MS = 60_000

export const toTimeSteps = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

/** Ascending places as distances, and back. */
export const toDistances = (places: readonly number[]): number[] =>
  places.map((place, index) => place - (places[index - 1] ?? -1))

function readPlaces(distances: readonly number[]): number[] {
  let place = -1
  return distances.map((distance) => {
    place += distance
    return place
  })
}

/** The customers in the order of the response. */
export function readPortfolio(portfolio: Portfolio): PortfolioCustomer[] {
  const unapproved = new Set(portfolio.unapproved)
  const groups: string[][] = portfolio.ids.map(() => [])
  for (const { id, members } of portfolio.groups) for (const place of members) groups[place]?.push(id)
  const states: Map<string, ProductState>[] = portfolio.ids.map(() => new Map())
  const stateOf = (place: number, product: string): ProductState => {
    const state = states[place]?.get(product) ?? {}
    states[place]?.set(product, state)
    return state
  }
  for (const [product, columns] of Object.entries(portfolio.results)) {
    let from = 0
    for (const [row, place] of readPlaces(columns.customers).entries()) {
      const until = from + (columns.stepCounts[row] ?? 0)
      stateOf(place, product).result = readResult(columns, row, columns.steps.slice(from, until))
      from = until
    }
  }
  for (const [product, { customers, open }] of Object.entries(portfolio.questions)) {
    for (const [row, place] of readPlaces(customers).entries()) stateOf(place, product).questions = open[row] ?? 0
  }
  for (const [place, product, id, done, of] of portfolio.runs) stateOf(place, product).run = { id, done, of }
  for (const [place, product, code] of portfolio.failures) stateOf(place, product).failure = code
  return portfolio.ids.map((id, place) => ({
    id,
    name: portfolio.names[place] ?? '',
    isApproved: !unapproved.has(place),
    groups: groups[place] ?? [],
    products: states[place] ?? new Map(),
  }))
}

function readResult(columns: ResultColumns, row: number, steps: readonly number[]): Result {
  const at = (column: readonly number[]): number => column[row] ?? 0
  const score = at(columns.scores)
  const level = columns.levels[row] ?? null
  const scores = [score]
  for (const step of steps.toReversed()) scores.unshift((scores[0] ?? 0) - step)
  return {
    scores,
    score,
    ...(steps.length > 0 && { step: (steps.at(-1) ?? 0) - at(columns.known) }),
    ceiling: score + at(columns.open),
    coverage: at(columns.coverages),
    ...(level !== null && { level }),
    target: at(columns.targets),
    critical: at(columns.critical),
    high: at(columns.high),
    endedAt: new Date((columns.newest - at(columns.ended)) * STEP_MS),
  }
}

const NOTHING: ProductState = {}

export const stateOf = (customer: PortfolioCustomer, product: string): ProductState =>
  customer.products.get(product) ?? NOTHING

/** The product for which most customers have a result; the list shows it by default. */
export function mainProduct({ results, products }: Pick<Portfolio, 'results' | 'products'>): string {
  const counted = Object.entries(results).map(([product, { customers }]) => ({ product, count: customers.length }))
  const [first] = counted.toSorted((one, other) => other.count - one.count || (one.product < other.product ? -1 : 1))
  return first?.product ?? products[0] ?? ''
}
