import { paceOf } from '../../../src/shared/portal/partners-usage-filter.ts'
import type { Reads } from '../../endpoints.ts'
import { formatDay, formatNumber } from '../../format.ts'
import { Meter } from '../../parts/chart.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { planName } from '../plan/words.ts'

export type UsageRead = Reads['/distributor/usage/partners']
type Row = UsageRead['partners'][number] & { reachesLimit: boolean }

const PLAN_ORDER = ['starter', 'professional', 'enterprise']

/** The columns of the usage of partners. Plans are those of today, so only the current month is compared with them. */
export const columnsOf = (isCurrent: boolean): readonly Column<Row>[] => [
  {
    id: 'company',
    header: 'Partner',
    isName: true,
    sort: ({ company }) => company,
    cell: ({ partnerId, company, status }) => (
      <>
        <Link to="/partners/:id" params={{ id: partnerId }}>
          {company}
        </Link>
        {status !== 'active' && <p class="soft small">{status === 'pending' ? 'Not activated' : 'Suspended'}</p>}
      </>
    ),
  },
  {
    id: 'plan',
    header: 'Plan',
    narrow: true,
    sort: ({ plan }) => PLAN_ORDER.indexOf(plan),
    cell: ({ plan }) => planName(plan),
  },
  {
    id: 'runs',
    header: 'Runs',
    align: 'end',
    sort: ({ runs }) => runs,
    cell: ({ runs, limit }) => (
      <>
        {limit === undefined || limit < 0 ? formatNumber(runs) : `${formatNumber(runs)} of ${formatNumber(limit)}`}
        {limit !== undefined && limit > 0 && (
          <Meter value={runs} max={limit} words={`${formatNumber(runs)} of ${formatNumber(limit)} runs`} />
        )}
      </>
    ),
  },
  ...(isCurrent ? [FORECAST] : []),
  {
    id: 'before',
    header: 'Month before',
    align: 'end',
    sort: ({ runsBefore }) => runsBefore,
    cell: ({ runsBefore }) => formatNumber(runsBefore),
  },
  {
    id: 'customers',
    header: 'Customers',
    align: 'end',
    sort: ({ customers }) => customers,
    cell: ({ customers, customersLimit }) =>
      customersLimit === undefined
        ? formatNumber(customers)
        : `${formatNumber(customers)} of ${formatNumber(customersLimit)}`,
  },
]

const FORECAST: Column<Row> = {
  id: 'forecast',
  header: 'Forecast',
  align: 'end',
  sort: ({ forecast }) => forecast,
  cell: (row) => {
    const pace = paceOf(row)
    return (
      <>
        {row.forecast === undefined ? <span class="soft">–</span> : formatNumber(row.forecast)}
        {pace === 'reached' && (
          <p>
            <Badge tone="bad">Limit reached</Badge>
          </p>
        )}
        {pace === 'ahead' && row.limitReachedAt !== undefined && (
          <>
            <p>
              <Badge tone="warn">Limit ahead</Badge>
            </p>
            <p class="soft small">on {formatDay(row.limitReachedAt)}</p>
          </>
        )}
      </>
    )
  },
}

/** All partners together. The forecast is the sum of theirs; undefined where no partner has one yet. */
export function totalsOf({ partners }: UsageRead) {
  const sum = (of: (row: UsageRead['partners'][number]) => number): number =>
    partners.reduce((total, row) => total + of(row), 0)
  const paces = partners.map((row) => paceOf({ ...row, reachesLimit: row.limitReachedAt !== undefined }))
  return {
    runs: sum(({ runs }) => runs),
    customers: sum(({ customers }) => customers),
    forecast: partners.some(({ forecast }) => forecast !== undefined)
      ? sum(({ runs, forecast }) => forecast ?? runs)
      : undefined,
    reached: paces.filter((pace) => pace === 'reached').length,
    ahead: paces.filter((pace) => pace === 'ahead').length,
  }
}
