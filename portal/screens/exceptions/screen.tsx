import { useState } from 'preact/hooks'
import { plural } from '../../format.ts'
import { FRAMEWORK_NAMES } from '../../frameworks.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { columnsOf, type OpenException, subjectOf } from '../customer-exceptions/columns.tsx'
import { EndException, RenewException } from '../customer-exceptions/exception-form.tsx'
import { KINDS } from '../customer-exceptions/words.ts'
import { BY_END, EMPTY, type Exception, STATES, type State } from './words.ts'

const FIELDS: readonly FilterField[] = [
  { key: 'q', label: 'Customer, requirement or object', kind: 'text' },
  { key: 'kind', label: 'Kind', options: Object.entries(KINDS).map(([value, { label }]) => ({ value, label })) },
  {
    key: 'product',
    label: 'Framework',
    options: Object.entries(FRAMEWORK_NAMES).map(([value, label]) => ({ value, label })),
  },
]

/** The exceptions of all customers, by their end. */
export default function Exceptions() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const { values, set } = useSearch()
  const state = STATES.find(({ value }) => value === values.state)?.value ?? 'active'
  const kind = values.kind !== undefined && values.kind in KINDS ? values.kind : undefined
  const { q, product, cursor } = values
  const read = useRead('/partner/portfolio/exceptions', { query: { state, kind, product, q, cursor } })
  const counts = read.data?.counts
  const isFiltered = [q, kind, product, cursor].some(Boolean)
  return (
    <Screen
      title="Exceptions"
      intro="Accepted risks, compensating controls and emergency accounts. Those that end next come first."
      call={{ title: 'List the exceptions of a customer', path: '/customers/cust_…/exceptions' }}
    >
      <Tabs
        label="State"
        tabs={STATES.map(({ value, label }) => ({ id: value, label, count: counts?.[value] }))}
        current={state}
        onChange={(id) => set({ state: id === 'active' ? undefined : id, cursor: undefined })}
      >
        <div class="stack">
          <Filters fields={FIELDS} />
          {counts !== undefined && counts.expired > 0 && state !== 'expired' && (
            <Notice
              tone="warn"
              title={`${plural(counts.expired, 'exception')} ${counts.expired === 1 ? 'has' : 'have'} ended`}
              actions={
                <Link to="/exceptions" query={{ ...values, state: 'expired', cursor: undefined }}>
                  Show what has ended
                </Link>
              }
            >
              {counts.expired === 1
                ? 'Its finding is open again. Renew it if it still applies.'
                : 'Their findings are open again. Renew those that still apply.'}
            </Notice>
          )}
          <Loaded read={read} lines={8}>
            {({ exceptions, nextCursor }) => (
              <>
                {exceptions.length === 0 ? (
                  <NoExceptions state={state} isFiltered={isFiltered} />
                ) : (
                  <List exceptions={exceptions} />
                )}
                <Pager next={nextCursor} count={exceptions.length} words={BY_END} />
              </>
            )}
          </Loaded>
        </div>
      </Tabs>
    </Screen>
  )
}

function NoExceptions({ state, isFiltered }: { state: State; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No exception matches">Remove a filter to see more.</EmptyState>
  const { title, text } = EMPTY[state]
  return (
    <EmptyState
      title={title}
      action={
        state === 'active' && (
          <Link to="/customers" class="button primary">
            Choose a customer
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  )
}

const CUSTOMER: Column<Exception> = {
  id: 'customer',
  header: 'Customer',
  isName: true,
  cell: ({ customerId, customerName }) => (
    <Link to="/customers/:id/exceptions" params={{ id: customerId }}>
      {customerName}
    </Link>
  ),
}

function List({ exceptions }: { exceptions: readonly Exception[] }) {
  const disabledReason = useRoleReason('technician')
  const [open, setOpen] = useState<OpenException>()
  const close = (): void => setOpen(undefined)
  const nameOf = (exception: Exception): string => `${exception.customerName}, ${subjectOf(exception)}`
  // Here the customer names a row.
  const rest = columnsOf({ onOpen: setOpen, disabledReason, nameOf }).map((column) => ({ ...column, isName: false }))
  return (
    <>
      <Table caption="Exceptions" columns={[CUSTOMER, ...rest]} rows={exceptions} rowKey={({ id }) => id} />
      {open?.what === 'renew' && <RenewException exception={open.exception} onClose={close} />}
      {open?.what === 'end' && <EndException exception={open.exception} onClose={close} />}
    </>
  )
}
