import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import type { MenuItem } from '../../parts/menu.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { hrefOf, toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { useCancelRun, useStartRun } from '../customer/running.tsx'
import { reportsOf } from '../customer-runs/words.ts'
import { columnsOf } from './columns.tsx'
import { FIELDS, readFilter } from './filter.ts'
import type { Run } from './words.ts'

const FILE = '/portal/api/partner/portfolio/runs/file'

/** The runs of all customers with their progress, and what to do about failed ones. */
export default function Runs() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const { values } = useSearch()
  const filter = readFilter(values)
  const read = useRead('/partner/portfolio/runs', { query: { ...filter, cursor: values.cursor } })
  const { status, product } = filter
  const asked = { include: 'customer,findings,coverage', status: status === 'unfinished' ? undefined : status, product }
  return (
    <Screen
      title="Runs"
      intro="The runs of all customers, newest first. A failed run does not count against your plan."
      call={{ title: 'List runs', path: `/assessments${toSearch(asked)}` }}
      actions={
        <a class="button" href={FILE + toSearch(filter)} download="runs.csv">
          Export as CSV
        </a>
      }
    >
      <div class="stack">
        <Filters fields={FIELDS} />
        <Loaded read={read} lines={8}>
          {({ runs, nextCursor }) => (
            <>
              {runs.length === 0 ? (
                <NoRuns isFiltered={Object.keys(filter).length > 0 || values.cursor !== undefined} />
              ) : (
                <List runs={runs} />
              )}
              <Pager next={nextCursor} count={runs.length} />
            </>
          )}
        </Loaded>
      </div>
    </Screen>
  )
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No run matches">Remove a filter to see more.</EmptyState>
  const body = { customerId: 'cust_…', product: 'essential-eight' }
  return (
    <EmptyState
      title="No runs yet"
      action={
        <Link to="/customers" class="button primary">
          Choose customers
        </Link>
      }
      call={{ method: 'POST', path: '/assessments', body }}
    >
      A run reads the tenant of a customer and rates it against a framework. Start runs for many customers at once from
      their list.
    </EmptyState>
  )
}

function List({ runs }: { runs: readonly Run[] }) {
  const roleReason = useRoleReason('technician')
  const cancel = useCancelRun()
  const { start } = useStartRun()
  const itemsOf = (run: Run): MenuItem[] => {
    const { id, customerId, product, maturityTarget, status, earlierId } = run
    if (status === 'queued' || status === 'running')
      return [{ label: 'Cancel', danger: true, onPick: () => void cancel(id), disabledReason: roleReason }]
    const startAgain = {
      label: status === 'completed' ? 'Start another run' : 'Start again',
      onPick: () => void start({ customerId, product, maturityTarget }),
      disabledReason: roleReason,
    }
    if (status !== 'completed') return [startAgain]
    const compare = earlierId !== undefined && {
      label: 'Compare with the previous run',
      href: hrefOf('/customers/:id/runs', { params: { id: customerId }, query: { compare: `${earlierId},${id}` } }),
    }
    return [...(compare ? [compare] : []), ...reportsOf(id), startAgain]
  }
  return <Table caption="Runs" columns={columnsOf(itemsOf)} rows={runs} rowKey={({ id }) => id} />
}
