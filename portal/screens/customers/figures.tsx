import { stateOf } from '../../../src/shared/portal/portfolio.ts'
import { filterCustomers, OLD_DAYS, type PortfolioFilter } from '../../../src/shared/portal/portfolio-filter.ts'
import type { About } from '../../../src/shared/portal/portfolio-sort.ts'
import { formatNumber } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { spanWords } from '../../parts/span-words.ts'
import type { Customer } from './words.ts'

type Condition = Omit<PortfolioFilter, 'product'>

/** What needs attention, each with the filter that lists it. */
const FIGURES: readonly { label: string; query: Record<string, string>; condition: Condition; tone: 'bad' | 'warn' }[] =
  [
    {
      label: 'with critical findings',
      query: { findings: 'critical' },
      condition: { findings: 'critical' },
      tone: 'bad',
    },
    { label: 'last run failed', query: { state: 'failed' }, condition: { state: 'failed' }, tone: 'bad' },
    { label: 'not approved', query: { consent: 'missing' }, condition: { consent: 'missing' }, tone: 'warn' },
    { label: 'never assessed', query: { state: 'never' }, condition: { state: 'never' }, tone: 'warn' },
    {
      label: `not read for ${OLD_DAYS} days`,
      query: { age: String(OLD_DAYS) },
      condition: { age: String(OLD_DAYS) },
      tone: 'warn',
    },
  ]

/** The numbers of all customers, whatever the filter is. Each that is not zero leads to its customers. */
export function Figures({ customers, about }: { customers: readonly Customer[]; about: About }) {
  const { product, now } = about
  const results = customers.flatMap((customer) => stateOf(customer, product).result ?? [])
  const mean = (read: (result: (typeof results)[number]) => number): number =>
    Math.round(results.reduce((sum, result) => sum + read(result), 0) / Math.max(1, results.length))
  return (
    <ul class="customer-figures">
      <li>
        <strong>
          {results.length === 0
            ? '–'
            : spanWords(
                mean(({ score }) => score),
                mean(({ ceiling }) => ceiling),
              )}
        </strong>
        <span>{results.length === 1 ? 'score' : `average of ${formatNumber(results.length)} scores`}</span>
      </li>
      {FIGURES.map(({ label, query, condition, tone }) => {
        const count = filterCustomers(customers, { product, ...condition }, now).length
        return (
          <li key={label} class={count > 0 ? tone : undefined}>
            <strong>{formatNumber(count)}</strong>
            {count > 0 ? (
              <Link to="/customers" query={{ ...query, product }}>
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
