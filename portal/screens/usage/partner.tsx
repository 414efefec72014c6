import type { Reads } from '../../endpoints.ts'
import { formatMonth, formatNumber, plural } from '../../format.ts'
import { Meter } from '../../parts/chart.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { Months } from './months.tsx'
import { PastRuns, Usage } from './runs.tsx'

type Read = Reads['/partner/usage']
type Customer = Read['customers'][number]

/** One month of a partner, and the months around it. The month is in the address. */
export function PartnerUsage() {
  const { values, set } = useSearch()
  const usage = useRead('/partner/usage', { query: { month: values.month } })
  return (
    <Loaded read={usage} lines={8}>
      {(read) => (
        <div class="stack">
          <NearLimit read={read} />
          <div class="cards">
            {read.isCurrent ? (
              <Usage month={read.month} runs={read.runs} more={deletedWords(read)} />
            ) : (
              <PastRuns month={read.month} runs={read.runs} more={deletedWords(read)} />
            )}
            <Months
              read={read}
              onChoose={(month) =>
                set({ month: month === read.months.at(-1)?.month ? undefined : month }, { push: true })
              }
            />
          </div>
          <Card title={`Customers in ${formatMonth(read.month)}`}>
            <Customers read={read} />
          </Card>
        </div>
      )}
    </Loaded>
  )
}

/** The next step where the plan is not enough, for those who may take it. */
function NearLimit({ read: { isCurrent, runs } }: { read: Read }) {
  const refusal = useRoleReason('admin')
  const isFull = runs.limit >= 0 && runs.used >= runs.limit
  if (!isCurrent || (!isFull && runs.forecast?.limitReachedAt === undefined)) return null
  return (
    <Notice
      tone="warn"
      title={isFull ? 'All runs of this month are used.' : 'At this pace, the plan is not enough for this month.'}
      actions={
        refusal === undefined && (
          <Link to="/plan" class="button primary">
            Compare plans
          </Link>
        )
      }
    >
      {refusal === undefined
        ? 'The preview shows what another plan costs before you change to it.'
        : 'An owner or administrator can change the plan.'}
    </Notice>
  )
}

const deletedWords = ({ runsOfDeleted }: Read): string =>
  runsOfDeleted === 0 ? '' : `${plural(runsOfDeleted, 'run')} of customers that have been deleted since.`

function Customers({ read }: { read: Read }) {
  const { customers, customersCount, isCurrent, runs } = read
  if (customers.length === 0) {
    return (
      <EmptyState title="No runs in this month">
        {isCurrent ? 'The customers that use your plan most appear here.' : 'Choose another month above.'}
      </EmptyState>
    )
  }
  return (
    <div class="stack">
      <Table
        caption="Runs by customer"
        columns={columnsOf(runs.used)}
        rows={customers}
        rowKey={({ customerId }) => customerId}
        sort={{ column: 'runs', descending: true }}
      />
      {customersCount > customers.length && (
        <p class="soft small">
          The {formatNumber(customers.length)} customers with most runs of {formatNumber(customersCount)}.
        </p>
      )}
    </div>
  )
}

const columnsOf = (total: number): readonly Column<Customer>[] => [
  { id: 'name', header: 'Customer', isName: true, cell: ({ name }) => name, sort: ({ name }) => name },
  {
    id: 'runs',
    header: 'Runs',
    align: 'end',
    cell: ({ runs }) => formatNumber(runs),
    sort: ({ runs }) => runs,
  },
  {
    id: 'share',
    header: 'Share',
    cell: ({ runs }) => (
      <div class="share">
        <Meter value={runs} max={Math.max(1, total)} words={`${shareOf(runs, total)} of all runs`} tone="plain" />
        <span class="number small" aria-hidden="true">
          {shareOf(runs, total)}
        </span>
      </div>
    ),
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'end',
    cell: ({ failed }) => (failed === 0 ? <span class="soft">0</span> : formatNumber(failed)),
    sort: ({ failed }) => failed,
  },
  {
    id: 'last',
    header: 'Last run',
    cell: ({ lastRunAt }) => <Time at={lastRunAt} />,
    sort: ({ lastRunAt }) => lastRunAt,
  },
]

/** `12%`; a share that is not nothing is at least 1%. */
const shareOf = (runs: number, total: number): string =>
  `${runs === 0 || total === 0 ? 0 : Math.max(1, Math.round((100 * runs) / total))}%`
