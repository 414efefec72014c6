import type { Reads } from '../../endpoints.ts'
import { frameworkName } from '../../frameworks.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { spanWords } from '../../parts/span-words.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import type { Tone } from '../../parts/tone.ts'
import { useRead } from '../../queries.ts'

type Run = Reads['/{account}/assessments']['runs'][number]

const MAX_RUNS = 8

const STATES: Readonly<Record<Run['status'], { tone: Tone | 'dim'; word: string }>> = {
  queued: { tone: 'dim', word: 'Queued' },
  running: { tone: 'info', word: 'Running' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
  canceled: { tone: 'dim', word: 'Canceled' },
}

/** The newest runs, with their scores and reports. */
export function LatestRuns() {
  const runs = useRead('/{account}/assessments', { query: { limit: MAX_RUNS, include: 'customer,coverage' } })
  return (
    <Loaded read={runs} lines={5}>
      {({ runs }) =>
        runs.length === 0 ? (
          <EmptyState
            title="No runs yet"
            call={{
              method: 'POST',
              path: '/assessments',
              body: { customerId: 'cust_…', product: 'essential-eight' },
            }}
          >
            A run reads the tenant of a customer and rates it against a framework. Start one on the screen of a
            customer.
          </EmptyState>
        ) : (
          <Table caption="Latest runs" columns={COLUMNS} rows={runs} rowKey={({ id }) => id} />
        )
      }
    </Loaded>
  )
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'customer',
    header: 'Customer',
    isName: true,
    cell: ({ customerId, customerName }) => (
      <Link to="/customers/:id" params={{ id: customerId }}>
        {customerName}
      </Link>
    ),
  },
  { id: 'product', header: 'Framework', cell: ({ product }) => frameworkName(product) },
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].word}</Badge>,
  },
  {
    id: 'score',
    header: 'Score',
    align: 'end',
    cell: ({ score, scoreCeiling = score }) =>
      score === undefined || scoreCeiling === undefined ? '–' : spanWords(score, scoreCeiling),
  },
  { id: 'when', header: 'Started', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'report',
    header: 'Report',
    cell: ({ id, status }) =>
      status === 'completed' ? (
        <a href={`/portal/api/partner/assessments/${id}/report`}>Open</a>
      ) : (
        <span class="soft">–</span>
      ),
  },
]
