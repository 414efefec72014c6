import { formatNumber } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { bySeverityWords, EFFORTS, effortWords, type Fix, pointsWords, SEVERITIES, severityOf } from './words.ts'

const EFFORT_ORDER = Object.keys(EFFORTS)

/** The columns of the list of fixes. */
export const FIX_COLUMNS: readonly Column<Fix>[] = [
  {
    id: 'customers',
    header: 'Customers',
    align: 'end',
    narrow: true,
    cell: ({ customers }) => <strong class="number">{formatNumber(customers)}</strong>,
    sort: ({ customers }) => customers,
  },
  {
    id: 'fix',
    header: 'Fix',
    isName: true,
    cell: ({ id, title }) => (
      <Link to="/fixes/:id" params={{ id }}>
        {title}
      </Link>
    ),
    sort: ({ title }) => title,
  },
  {
    id: 'severity',
    header: 'Severity',
    cell: (fix) => {
      const { tone, words } = severityOf(fix.severity)
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          <p class="soft small">{bySeverityWords(fix)}</p>
        </>
      )
    },
    sort: ({ severity }) => SEVERITIES.indexOf(severity),
  },
  {
    id: 'points',
    header: 'Points each',
    align: 'end',
    cell: ({ points }) => <span class="number">{pointsWords(points)}</span>,
    sort: ({ points }) => points ?? '',
  },
  {
    id: 'effort',
    header: 'Effort each',
    cell: ({ effort }) => effortWords(effort),
    sort: ({ effort }) => (effort === undefined ? '' : EFFORT_ORDER.indexOf(effort)),
  },
]
