import type { PortfolioCustomer, Portfolio as PortfolioData } from '../../../src/shared/portal/portfolio.ts'
import { stateOf } from '../../../src/shared/portal/portfolio.ts'
import { ageInDays, needOf } from '../../../src/shared/portal/portfolio-filter.ts'
import type { About } from '../../../src/shared/portal/portfolio-sort.ts'
import type { PortfolioSelection } from '../../endpoints/bodies.ts'
import type { Changes } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'
import { stepText } from '../customer/words.ts'

export type Portfolio = PortfolioData
export type Customer = PortfolioCustomer
export type Group = Portfolio['groups'][number]

export type Selection = PortfolioSelection
export type Forecast = Changes['POST /partner/portfolio/runs/preview']['answer']

interface Status {
  tone: Tone | 'dim'
  words: string
}

/** What a customer needs first, in a few words. */
export function statusOf(customer: Customer, { product, now }: About): Status {
  const { run, result, questions = 0 } = stateOf(customer, product)
  if (run) return { tone: 'info', words: runWords(run) }
  const need = needOf(customer, product, now)
  if (need === 'failed') return { tone: 'bad', words: 'Run failed' }
  if (need === 'consent') return { tone: 'warn', words: 'Not approved' }
  if (need === 'first-run') return { tone: 'dim', words: 'Not assessed' }
  if (need === 'old')
    return { tone: 'warn', words: result ? `${plural(ageInDays(result.endedAt, now), 'day')} old` : 'Out of date' }
  if (need === 'critical') return { tone: 'bad', words: 'Critical findings' }
  if (need === 'questions') return { tone: 'info', words: `${plural(questions, 'question')} open` }
  return { tone: 'good', words: 'Up to date' }
}

function runWords({ done, of }: { done: number | null; of: number | null }): string {
  if (done === null || of === null || of === 0) return 'Run queued'
  return `Running, ${Math.floor((100 * done) / of)}%`
}

/** The step from the run before: `+4`, `−2`, or `±0`, also where only more or less is known than before. */
export const stepWords = (step: number): string => (step === 0 ? '±0' : stepText(step))

/** `7 customers`. */
export const plainCount = (count: number): string => plural(count, 'customer')

/** `7 customers`, or `7 of 120 customers`. */
export const countWords = (matching: number, all: number): string =>
  matching === all ? plural(all, 'customer') : `${formatNumber(matching)} of ${plural(all, 'customer')}`

/** `Uses 12 of the 18 runs that are left this month.` */
export function forecastWords({ starts, remaining }: Forecast): string {
  if (remaining === undefined) return `Starts ${plural(starts, 'run')}. The plan has no monthly limit.`
  if (starts === 0) return `Starts no run. ${plural(remaining, 'run')} left this month.`
  return `Uses ${formatNumber(starts)} of the ${plural(remaining, 'run')} left this month.`
}

/** Who is left out, and why. */
export function leftOutOf({ unapproved, running, overLimit, overQueue }: Forecast): { count: number; why: string }[] {
  return [
    {
      count: unapproved,
      why: unapproved === 1 ? 'whose tenant has not approved you' : 'whose tenants have not approved you',
    },
    { count: running, why: 'with a run that has not ended' },
    { count: overLimit, why: 'above the monthly limit; customers with the newest results wait' },
    { count: overQueue, why: 'above the limit of queued runs; start them later' },
  ].filter(({ count }) => count > 0)
}
