import { PLAN_NAMES } from '../../../src/shared/plans.ts'
import { filterUsage, PACES } from '../../../src/shared/portal/partners-usage-filter.ts'
import { formatMonth, formatNumber, plural } from '../../format.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { planName } from '../plan/words.ts'
import { Months } from './months.tsx'
import { columnsOf, totalsOf, type UsageRead } from './partner-columns.tsx'
import { Statements } from './statements.tsx'

/** One month of all partners of a distributor, and the months around it. Month and filter are in the address. */
export function DistributorUsage() {
  const { values, set } = useSearch()
  const usage = useRead('/distributor/usage/partners', { query: { month: values.month } })
  return (
    <Loaded read={usage} lines={8}>
      {(read) => (
        <div class="stack">
          <div class="cards">
            <Total read={read} />
            <Months
              read={read}
              onChoose={(month) =>
                set({ month: month === read.months.at(-1)?.month ? undefined : month }, { push: true })
              }
            />
          </div>
          <Partners read={read} />
        </div>
      )}
    </Loaded>
  )
}

function Total({ read }: { read: UsageRead }) {
  const { month, isCurrent } = read
  const { runs, forecast, customers, reached, ahead } = totalsOf(read)
  return (
    <Card title={`Runs in ${formatMonth(month)}`}>
      <div class="stack">
        <p class="figure">
          <strong>{formatNumber(runs)}</strong>
          <span class="soft">by {plural(read.partners.length, 'partner')}</span>
        </p>
        {isCurrent && forecast !== undefined && <p>At this pace: {plural(forecast, 'run')} by the end of the month.</p>}
        {isCurrent && reached > 0 && (
          <p>
            {plural(reached, 'partner')} {reached === 1 ? 'has' : 'have'} reached the limit.
          </p>
        )}
        {isCurrent && ahead > 0 && <p>{plural(ahead, 'partner')} will reach the limit this month at this pace.</p>}
        <p class="soft">
          {plural(customers, 'customer')} {isCurrent ? 'now' : 'at its end'}.
        </p>
        <Statements month={month} />
      </div>
    </Card>
  )
}

const PACE_LABELS = { ahead: 'Will reach the limit', reached: 'Limit reached', none: 'No runs' } as const

const fieldsOf = (isCurrent: boolean): readonly FilterField[] => [
  { key: 'q', label: 'Search', kind: 'text', placeholder: 'Company or id' },
  { key: 'plan', label: 'Plan', options: PLAN_NAMES.map((value) => ({ value, label: planName(value) })) },
  {
    key: 'pace',
    label: 'Pace',
    options: PACES.filter((value) => isCurrent || value === 'none').map((value) => ({
      value,
      label: PACE_LABELS[value],
    })),
  },
]

function Partners({ read }: { read: UsageRead }) {
  const { values } = useSearch()
  const { month, isCurrent, partners } = read
  const filter = {
    q: values.q,
    plan: PLAN_NAMES.find((each) => each === values.plan),
    pace: PACES.find((each) => each === values.pace),
  }
  const rows = partners.map((row) => ({ ...row, reachesLimit: row.limitReachedAt !== undefined }))
  const shown = filterUsage(rows, filter)
  if (partners.length === 0)
    return (
      <EmptyState
        title="No partners in this month"
        action={
          <Link to="/partners" class="button">
            Show partners
          </Link>
        }
      >
        What each partner uses of its plan appears here.
      </EmptyState>
    )
  return (
    <>
      <Filters fields={fieldsOf(isCurrent)} />
      <div class="usage-bar">
        <p class="soft" role="status">
          {shown.length === partners.length
            ? plural(partners.length, 'partner')
            : `${plural(shown.length, 'partner')} of ${formatNumber(partners.length)}`}
        </p>
        <a
          class="button"
          href={`/portal/api/distributor/usage/partners/file${toSearch({ month, ...filter })}`}
          download={`usage-${month}.csv`}
        >
          Export as CSV
        </a>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No partner matches">Remove a filter to see more.</EmptyState>
      ) : (
        <Table
          caption={`Usage of partners in ${formatMonth(month)}`}
          columns={columnsOf(isCurrent)}
          rows={shown}
          rowKey={({ partnerId }) => partnerId}
          sort={{ column: 'runs', descending: true }}
        />
      )}
    </>
  )
}
