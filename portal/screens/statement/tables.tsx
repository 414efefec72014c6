import type { Reads } from '../../endpoints.ts'
import { formatAmount, formatDay, formatNumber, plural } from '../../format.ts'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { planName } from '../plan/words.ts'

export type Statement = Reads['/distributor/settlements/:id']
type Line = Statement['lines'][number]
type Adjustment = Statement['adjustments'][number]
type Usage = Statement['usage'][number]

const linesIn = (currency: string): readonly Column<Line>[] => [
  { id: 'company', header: 'Partner', isName: true, cell: ({ company }) => company, sort: ({ company }) => company },
  {
    id: 'plan',
    header: 'Plan',
    cell: ({ plan, billedBy }) => (
      <>
        {planName(plan)}
        {billedBy === 'processor' && <p class="soft">billed by us</p>}
      </>
    ),
    sort: ({ plan }) => plan,
    narrow: true,
  },
  { id: 'days', header: 'Days', cell: daysOf, sort: ({ days }) => days },
  {
    id: 'list',
    header: 'List price',
    align: 'end',
    cell: ({ list }) => formatAmount(list, currency),
    sort: ({ list }) => list,
  },
  {
    id: 'share',
    header: 'Your share',
    align: 'end',
    cell: ({ revenueShare, revenueSharePercent }) =>
      `${formatAmount(revenueShare, currency)} (${formatNumber(revenueSharePercent)}%)`,
    sort: ({ revenueShare }) => revenueShare,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => formatAmount(amount, currency),
    sort: ({ amount }) => amount,
  },
]

/** `92 days, 1 July to 30 September`. */
function daysOf({ days, firstDay, lastDay }: Line): string {
  const span = firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
  return `${plural(days, 'day')}, ${span}`
}

const adjustmentsIn = (currency: string): readonly Column<Adjustment>[] => [
  { id: 'reason', header: 'Reason', isName: true, cell: ({ reason }) => reason },
  { id: 'author', header: 'Decided by', cell: ({ author }) => author },
  { id: 'recorded', header: 'Recorded', cell: ({ createdAt }) => <Time at={createdAt} show="full" /> },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => formatAmount(amount, currency) },
]

const USAGE: readonly Column<Usage>[] = [
  { id: 'company', header: 'Partner', isName: true, cell: ({ company }) => company, sort: ({ company }) => company },
  { id: 'runs', header: 'Runs', align: 'end', cell: ({ runs }) => formatNumber(runs), sort: ({ runs }) => runs },
  {
    id: 'customers',
    header: 'Customers',
    align: 'end',
    cell: ({ customers }) => formatNumber(customers),
    sort: ({ customers }) => customers,
  },
]

/** The days of each partner on each plan, and what they cost. */
export function Lines({ statement: { lines, currency } }: { statement: Statement }) {
  return (
    <Card title="Partners" wide>
      {lines.some(({ billedBy }) => billedBy === 'processor') && (
        <p class="soft">You owe nothing for partners that we bill; your share is credited to you.</p>
      )}
      <Table
        caption="Partners"
        columns={linesIn(currency)}
        rows={lines}
        rowKey={({ partnerId, firstDay }) => `${partnerId} ${firstDay}`}
      />
    </Card>
  )
}

/** Corrections, with their reasons. */
export function Adjustments({ statement: { adjustments, currency } }: { statement: Statement }) {
  return (
    <Card title="Adjustments" wide>
      <Table caption="Adjustments" columns={adjustmentsIn(currency)} rows={adjustments} rowKey={({ id }) => id} />
    </Card>
  )
}

/** What the partners used in the period. */
export function UsageOfPartners({ statement: { usage } }: { statement: Statement }) {
  return (
    <Card title="Usage" wide>
      <p class="soft">Runs in the period, and customers at its end. They are not charged.</p>
      <Table caption="Usage" columns={USAGE} rows={usage} rowKey={({ partnerId }) => partnerId} />
    </Card>
  )
}
