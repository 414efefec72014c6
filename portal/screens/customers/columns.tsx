import { type Result, stateOf } from '../../../src/shared/portal/portfolio.ts'
import { type About, SORT_KEYS, type SortColumn } from '../../../src/shared/portal/portfolio-sort.ts'
import { formatNumber, plural } from '../../format.ts'
import { isBare } from '../../frameworks.ts'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Span, Spark } from '../../parts/span.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type Customer, statusOf, stepWords } from './words.ts'

const NOTHING = <span class="soft">–</span>

/** The columns of the list, each with what the list is sorted by. */
export const columnsOf = (about: About, groupNames: ReadonlyMap<string, string>): readonly Column<Customer>[] =>
  cellsOf(about, groupNames).map((column) => ({
    ...column,
    sort: (customer) => SORT_KEYS[column.id](customer, about),
  }))

type CellColumn = Column<Customer> & { id: SortColumn }

/** Each row has the same height, as the table's window needs it. */
function cellsOf(about: About, groupNames: ReadonlyMap<string, string>): readonly CellColumn[] {
  const resultOf = (customer: Customer) => stateOf(customer, about.product).result
  return [
    {
      id: 'name',
      header: 'Customer',
      isName: true,
      cell: ({ id, name, groups }) => (
        <div class="customer-name" title={name}>
          <Link to="/customers/:id" params={{ id }}>
            {name}
          </Link>
          {groups.length > 0 && (
            <span class="soft small">{groups.map((group) => groupNames.get(group) ?? '').join(', ')}</span>
          )}
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      cell: (customer) => {
        const { tone, words } = statusOf(customer, about)
        return <Badge tone={tone}>{words}</Badge>
      },
    },
    {
      id: 'score',
      header: 'Score',
      cell: (customer) => {
        const result = resultOf(customer)
        return result ? <Score result={result} product={about.product} /> : NOTHING
      },
    },
    {
      id: 'trend',
      header: 'Trend',
      cell: (customer) => {
        const result = resultOf(customer)
        return result?.step === undefined ? (
          NOTHING
        ) : (
          <span class="customer-trend">
            <Spark values={result.scores} />
            <span class="unseen">{result.scores.join(', ')}; </span>
            <span>{stepWords(result.step)}</span>
          </span>
        )
      },
    },
    {
      id: 'findings',
      header: 'Findings',
      cell: (customer) => {
        const result = resultOf(customer)
        return result ? <Findings critical={result.critical} high={result.high} /> : NOTHING
      },
    },
    {
      id: 'ended',
      header: 'Last result',
      cell: (customer) => (
        <>
          <LastResult customer={customer} about={about} />
          <Questions open={stateOf(customer, about.product).questions} />
        </>
      ),
    },
  ]
}

function Score({ result: { score, ceiling, level, target, coverage }, product }: { result: Result; product: string }) {
  return (
    <>
      <Span score={score} ceiling={ceiling} isBare={level !== undefined && isBare(product, level)} />
      <p class="soft small customer-line">
        Level {level === undefined ? 'not known, target' : `${level} of`} {target}, {coverage}% known
      </p>
    </>
  )
}

function Findings({ critical, high }: { critical: number; high: number }) {
  if (critical + high === 0) return <span class="soft">None</span>
  return (
    <div class="customer-findings">
      {critical > 0 && <span class="worst">{formatNumber(critical)} critical</span>}
      {high > 0 && <span>{formatNumber(high)} high</span>}
    </div>
  )
}

function Questions({ open = 0 }: { open: number | undefined }) {
  return open === 0 ? null : <p class="soft small customer-line">{plural(open, 'question')} open</p>
}

/** If there is none for this framework, how many there are for others. */
function LastResult({ customer, about }: { customer: Customer; about: About }) {
  const { result } = stateOf(customer, about.product)
  if (result) return <Time at={result.endedAt.toISOString()} />
  const others = [...customer.products.values()].filter((state) => state.result).length
  return others === 0 ? NOTHING : <span class="soft">in {plural(others, 'other')}</span>
}
