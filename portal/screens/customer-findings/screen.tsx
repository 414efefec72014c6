import { useState } from 'preact/hooks'
import { plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Select } from '../../parts/select.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'
import { SEVERITIES, SEVERITY } from '../customer/words.ts'
import { CreateException } from '../customer-exceptions/exception-form.tsx'
import { columnsOf } from './columns.tsx'
import { FindingDialog } from './finding-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { Summary } from './summary.tsx'
import { useProgress } from './use-progress.ts'
import { type Finding, type Findings, isAsked, type Person, STATUSES } from './words.ts'

/** What a customer's last run found, who repairs it, and what later runs have verified. */
export default function CustomerFindings() {
  return (
    <CustomerFrame
      tab="/customers/:id/findings"
      call={(id) => ({ title: 'List the runs of the customer', path: `/assessments?customerId=${id}` })}
    >
      {(customer) => <Content customer={customer} />}
    </CustomerFrame>
  )
}

function Content({ customer }: { customer: Customer }) {
  const { values, set } = useSearch()
  const query = { product: values.product }
  const read = useRead('/partner/customers/:id/findings/progress', { params: { id: customer.id }, query })
  const team = useRead('/team')
  return (
    <Loaded read={read} lines={8}>
      {(data) =>
        data.product === undefined ? (
          <NothingYet customerId={customer.id} />
        ) : (
          <>
            {data.products.length > 1 && (
              <Select
                label="Framework"
                value={data.product}
                onChange={(product) => set({ product, action: undefined })}
                options={data.products.map((id) => ({ value: id, label: frameworkName(id) }))}
              />
            )}
            <Filters fields={fieldsOf(data)} />
            <List
              key={data.product}
              customer={customer}
              data={data}
              product={data.product}
              people={team.data?.people ?? []}
            />
          </>
        )
      }
    </Loaded>
  )
}

const fieldsOf = ({ actions }: Findings): FilterField[] => [
  { key: 'severity', label: 'Severity', options: SEVERITIES.map((value) => ({ value, label: SEVERITY[value].word })) },
  { key: 'status', label: 'Repair', options: STATUSES },
  { key: 'action', label: 'Action', options: actions.map(({ id, title }) => ({ value: id, label: title })) },
]

function NothingYet({ customerId }: { customerId: string }) {
  return (
    <EmptyState
      title="No completed run yet"
      action={
        <Link class="button" to="/customers/:id" params={{ id: customerId }}>
          Go to the overview
        </Link>
      }
    >
      Findings are requirements that a run found not to be met. Start a run from the overview.
    </EmptyState>
  )
}

/** A dialog about findings. */
type Open = { what: 'finding' | 'exception'; finding: Finding } | { what: 'plan'; requirements: readonly string[] }

interface ListProps {
  customer: Customer
  data: Findings
  product: string
  people: readonly Person[]
}

function List({ customer, data, product, people }: ListProps) {
  const { values } = useSearch()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<Open>()
  const { change, isPending } = useProgress(customer.id, product)
  const shown = data.findings.filter((finding) => isAsked(finding, values))
  const chosen = shown.filter(({ requirement }) => selected.has(requirement)).map(({ requirement }) => requirement)
  const set = async (status: 'open' | 'done'): Promise<void> => {
    if (await change({ status, requirements: chosen })) setSelected(new Set())
  }
  return (
    <>
      <Summary data={data} />
      {data.findings.length === 0 ? (
        <EmptyState title="No findings">Everything that could be read is in place.</EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title="No finding matches">Remove a filter to see more.</EmptyState>
      ) : (
        <>
          <ForSelected
            selected={chosen.length}
            shown={shown.length}
            isPending={isPending}
            onPlan={() => setOpen({ what: 'plan', requirements: chosen })}
            onStatus={(status) => void set(status)}
          />
          <Table
            caption="Findings"
            columns={columnsOf({
              actions: data.actions,
              people,
              onOpen: (finding) => setOpen({ what: 'finding', finding }),
            })}
            rows={shown}
            rowKey={({ requirement }) => requirement}
            selected={selected}
            onSelect={setSelected}
          />
        </>
      )}
      {data.run && (
        <p class="soft small">
          Of the run that ended <Time at={data.run.completedAt} />, against level {data.run.maturityTarget}.
        </p>
      )}
      {open && (
        <OpenDialog
          {...{ customer, data, product, people, open }}
          onOpen={setOpen}
          onClose={(isSaved) => {
            setOpen(undefined)
            if (isSaved) setSelected(new Set())
          }}
        />
      )}
    </>
  )
}

interface ForSelectedProps {
  selected: number
  shown: number
  isPending: boolean
  onPlan: () => void
  onStatus: (status: 'open' | 'done') => void
}

/** What can be done with the selected findings. */
function ForSelected({ selected, shown, isPending, onPlan, onStatus }: ForSelectedProps) {
  const roleReason = useRoleReason('technician')
  const reason = roleReason ?? (selected === 0 ? 'Select findings first.' : undefined)
  return (
    <div class="row">
      <Button look="primary" disabledReason={reason} onClick={onPlan}>
        Plan the repair
      </Button>
      <Button disabledReason={reason} busy={isPending} onClick={() => onStatus('done')}>
        Mark as done
      </Button>
      <Button disabledReason={reason} busy={isPending} onClick={() => onStatus('open')}>
        Open again
      </Button>
      <span class="soft" role="status">
        {selected > 0 ? `${plural(selected, 'finding')} selected` : plural(shown, 'finding')}
      </span>
    </div>
  )
}

interface OpenDialogProps extends ListProps {
  open: Open
  /** Shows another dialog in its place. */
  onOpen: (open: Open) => void
  /** With whether the plan of the selected findings was saved. */
  onClose: (isSaved: boolean) => void
}

function OpenDialog({ customer, data, product, people, open, onOpen, onClose }: OpenDialogProps) {
  const close = (): void => onClose(false)
  if (open.what === 'plan') {
    const { requirements } = open
    return <PlanDialog customerId={customer.id} {...{ product, requirements, people, onClose }} />
  }
  const { finding } = open
  if (open.what === 'exception')
    return <CreateException customerId={customer.id} about={{ product, ...finding }} onClose={close} />
  return (
    data.run && (
      <FindingDialog
        runId={data.run.id}
        {...{ finding, data, people }}
        onPlan={(requirements) => onOpen({ what: 'plan', requirements })}
        onExcept={() => onOpen({ what: 'exception', finding })}
        onClose={close}
      />
    )
  )
}
