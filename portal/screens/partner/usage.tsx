import { formatMonth, formatNumber, plural } from '../../format.ts'
import { Meter } from '../../parts/chart.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { runsProblemOf } from '../partners/words.ts'
import type { Partner } from './words.ts'

/** What the partner has used of its plan this month. */
export function ThisMonth({ partner }: { partner: Partner }) {
  const { runs, customers, lastActivityAt, createdAt, activatedAt, suspendedAt, status } = partner
  const problem = runsProblemOf(partner)
  return (
    <Card title="Runs this month" actions={problem && <Badge tone={problem.tone}>{problem.words}</Badge>}>
      <div class="stack">
        <p class="figure">
          <strong>{formatNumber(runs.used)}</strong>
          <span class="soft">{runs.limit < 0 ? 'no limit' : `of ${formatNumber(runs.limit)}`}</span>
        </p>
        {runs.limit > 0 && (
          <Meter
            value={runs.used}
            max={runs.limit}
            words={`${formatNumber(runs.used)} of ${plural(runs.limit, 'run')}`}
          />
        )}
        <Facts
          facts={[
            ['Customers', formatNumber(customers)],
            ['Last activity', <Time key="activity" at={lastActivityAt} />],
            ['Invited', <Time key="invited" at={createdAt} />],
            ...(status === 'suspended'
              ? [['Suspended', <Time key="suspended" at={suspendedAt} />] as const]
              : activatedAt
                ? [['Active since', <Time key="activated" at={activatedAt} />] as const]
                : []),
          ]}
        />
      </div>
    </Card>
  )
}

/** The runs of the last months, as numbers and as bars: of today's limit, or of a little more than the largest month. */
export function Months({
  partner: {
    months,
    runs: { limit },
  },
}: {
  partner: Partner
}) {
  const largest = Math.max(1, ...months.map(({ runs }) => runs))
  const max = limit > 0 ? limit : 1.1 * largest
  return (
    <Card title="Runs by month">
      <Table
        caption="Runs by month"
        columns={[
          { id: 'month', header: 'Month', isName: true, narrow: true, cell: ({ month }) => formatMonth(month) },
          { id: 'runs', header: 'Runs', align: 'end', narrow: true, cell: ({ runs }) => formatNumber(runs) },
          {
            id: 'bar',
            header: limit > 0 ? 'Of the limit' : 'Compared',
            cell: ({ runs }) => <Meter value={runs} max={max} words={plural(runs, 'run')} />,
          },
        ]}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
      />
    </Card>
  )
}
