import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'
import { columnsOf } from './columns.tsx'
import { CombinedReport } from './combined-report.tsx'
import { Comparison } from './comparison.tsx'
import { FailureDialog } from './failure-dialog.tsx'
import { type Run, STATES } from './words.ts'

const PAGE = 25

/** The runs of a customer with their reports, and two of them compared. */
export default function CustomerRuns() {
  return (
    <CustomerFrame
      tab="/customers/:id/runs"
      call={(id) => ({ title: 'List the runs', path: `/assessments?customerId=${id}` })}
    >
      {(customer) => <Runs customer={customer} />}
    </CustomerFrame>
  )
}

function Runs({ customer }: { customer: Customer }) {
  const { values, set } = useSearch()
  const { product, status, cursor, compare } = values
  const products = useRead('/partner/products')
  const runs = useRead('/{account}/assessments', {
    query: { customerId: customer.id, include: 'findings,coverage', limit: PAGE, product, status, cursor },
  })
  const [failed, setFailed] = useState<string>()
  const isFiltered = product !== undefined || status !== undefined || cursor !== undefined
  return (
    <>
      {compare && <Comparison pair={compare} onClose={() => set({ compare: undefined }, { push: true })} />}
      <Filters
        fields={[
          {
            key: 'product',
            label: 'Framework',
            options: (products.data?.products ?? []).map(({ id }) => ({ value: id, label: frameworkName(id) })),
          },
          {
            key: 'status',
            label: 'State',
            options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
          },
        ]}
      />
      <Loaded read={runs} lines={8}>
        {({ runs, nextCursor }) =>
          runs.length === 0 ? (
            <NoRuns customerId={customer.id} isFiltered={isFiltered} />
          ) : (
            <>
              <RunTable
                runs={runs}
                onFailure={setFailed}
                onCompare={(pair) => set({ compare: pair }, { push: true })}
              />
              <Pager next={nextCursor} count={runs.length} />
              <CombinedReport
                customerId={customer.id}
                products={[...new Set(completed(runs).map((run) => run.product))]}
              />
            </>
          )
        }
      </Loaded>
      {failed !== undefined && <FailureDialog runId={failed} onClose={() => setFailed(undefined)} />}
    </>
  )
}

const completed = (runs: readonly Run[]): Run[] => runs.filter(({ status }) => status === 'completed')

function NoRuns({ customerId, isFiltered }: { customerId: string; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No run matches">Remove a filter to see more.</EmptyState>
  return (
    <EmptyState
      title="No runs yet"
      call={{ method: 'POST', path: '/assessments', body: { customerId, product: 'essential-eight' } }}
    >
      A run reads the tenant and rates it against a framework. Start one from the overview, or through the API.
    </EmptyState>
  )
}

interface RunTableProps {
  runs: readonly Run[]
  onFailure: (id: string) => void
  /** The ids of two runs with a comma between them. */
  onCompare: (pair: string) => void
}

function RunTable({ runs, onFailure, onCompare }: RunTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = runs.filter(({ id }) => selected.has(id))
  return (
    <>
      <div class="row">
        <Button
          disabledReason={whyNotCompared(chosen)}
          onClick={() => {
            onCompare(chosen.map(({ id }) => id).join(','))
            setSelected(new Set())
          }}
        >
          Compare two runs
        </Button>
      </div>
      <Table
        caption="Runs"
        columns={columnsOf(onFailure)}
        rows={runs}
        rowKey={({ id }) => id}
        selected={selected}
        onSelect={setSelected}
      />
    </>
  )
}

/** Why the chosen runs cannot be compared; undefined if they can. */
function whyNotCompared(chosen: readonly Run[]): string | undefined {
  if (chosen.length !== 2) return 'Select two runs of the same framework.'
  if (completed(chosen).length < 2) return 'Only completed runs can be compared.'
  return chosen[0]?.product === chosen[1]?.product ? undefined : 'Select two runs of the same framework.'
}
