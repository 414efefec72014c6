import type { Reads } from '../../endpoints.ts'
import { formatAmount } from '../../format.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { ForDistributors } from './for-distributors.tsx'
import { firstClosingWords } from './words.ts'

type Statement = Reads['/distributor/settlements']['settlements'][number]

const TITLE = 'Settlement'
const PATH = '/settlements'
const PAGE_SIZE = 25

const COLUMNS: readonly Column<Statement>[] = [
  {
    id: 'number',
    header: 'Statement',
    isName: true,
    cell: ({ id, number }) => (
      <Link to="/settlement/:id" params={{ id }}>
        Statement {number}
      </Link>
    ),
  },
  { id: 'period', header: 'Period', cell: ({ period }) => period },
  { id: 'total', header: 'Total', align: 'end', cell: ({ total, currency }) => formatAmount(total, currency) },
  { id: 'closed', header: 'Closed', cell: ({ createdAt }) => <Time at={createdAt} show="full" /> },
]

/** The statements of the distributor's closed periods. */
export default function Settlement() {
  return (
    <ForDistributors title={TITLE}>
      <Statements />
    </ForDistributors>
  )
}

function Statements() {
  const { values } = useSearch()
  const read = useRead('/distributor/settlements', { query: { limit: PAGE_SIZE, cursor: values.cursor } })
  return (
    <Screen
      title={TITLE}
      intro="What you owe for each closed period, newest first. A negative total is what we owe you."
      call={{ title: 'List settlement statements', path: PATH }}
    >
      <Loaded read={read} lines={8}>
        {({ settlements, nextCursor }) => (
          <>
            {settlements.length === 0 ? (
              <EmptyState title="No statements yet" call={{ path: PATH }}>
                {firstClosingWords(new Date())} You then get a statement for each currency in which a partner was active
                or an adjustment was recorded.
              </EmptyState>
            ) : (
              <Table caption="Settlement statements" columns={COLUMNS} rows={settlements} rowKey={({ id }) => id} />
            )}
            <Pager next={nextCursor} count={settlements.length} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
