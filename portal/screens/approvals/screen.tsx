import { useState } from 'preact/hooks'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { columnsOf } from './columns.tsx'
import { CreateLinks } from './create-links.tsx'
import { SendMails } from './send-mails.tsx'
import { type Customer, type Matching, STATES } from './words.ts'

const POLL_MS = 5_000

const FILTERS = [{ key: 'q', label: 'Name or tenant id', kind: 'text' }] as const

/** Who has approved that their tenant is read, and asking the others, many at once. */
export default function Approvals() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const { values, set } = useSearch()
  const state = STATES.find(({ value }) => value === values.state)?.value ?? 'missing'
  const read = useRead('/partner/approvals', {
    query: { state, q: values.q, cursor: values.cursor },
    // Links are made while their emails are sent, and customers approve at any time.
    pollMs: POLL_MS,
  })
  return (
    <Screen
      title="Approvals"
      intro="A tenant is read only after one of its administrators has approved you. Send them a link."
      call={{ title: 'Create a consent link', method: 'POST', path: '/customers/cust_…/consent-link' }}
    >
      <Tabs
        label="State"
        tabs={STATES.map(({ value, label }) => ({ id: value, label }))}
        current={state}
        onChange={(id) => set({ state: id, cursor: undefined })}
      >
        <Filters fields={FILTERS} />
        <Loaded read={read} lines={6}>
          {({ customers, nextCursor }) =>
            customers.length === 0 ? (
              <Nobody isFiltered={values.q !== undefined || state !== 'missing'} />
            ) : (
              <>
                <List
                  key={`${state} ${values.q} ${values.cursor}`}
                  customers={customers}
                  filter={{ state, ...(values.q !== undefined && { q: values.q }) }}
                  hasMore={nextCursor !== undefined || values.cursor !== undefined}
                />
                <Pager next={nextCursor} count={customers.length} />
              </>
            )
          }
        </Loaded>
      </Tabs>
    </Screen>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No customer matches">Remove a filter to see others.</EmptyState>
  return (
    <EmptyState title="No approval is missing" action={<Link to="/customers/import">Import customers</Link>}>
      Customers that have not approved you appear here.
    </EmptyState>
  )
}

interface ListProps {
  customers: readonly Customer[]
  /** What the list shows a page of. */
  filter: Matching
  /** Whether there are other pages. */
  hasMore: boolean
}

function List({ customers, filter, hasMore }: ListProps) {
  const roleReason = useRoleReason('technician')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isEverything, setEverything] = useState(false)
  const [open, setOpen] = useState<{ what: 'links' | 'mails'; customers: readonly Customer[] }>()
  const askable = customers.filter(({ approved }) => !approved)
  const chosen = askable.filter(({ id }) => selected.has(id))
  const isPage = hasMore && askable.length > 0 && chosen.length === askable.length
  const all = isPage && isEverything
  const reason = roleReason ?? (chosen.length === 0 ? 'Select customers that have not approved first.' : undefined)
  const close = (): void => {
    setOpen(undefined)
    setSelected(new Set())
    setEverything(false)
  }
  const props = { customers: open?.customers ?? [], onClose: close, ...(all && { filter }) }
  return (
    <div class="approvals">
      <div class="row actions">
        <Button
          {...(chosen.length > 0 && { look: 'primary' as const })}
          disabledReason={reason}
          onClick={() => setOpen({ what: 'mails', customers: chosen })}
        >
          Send links by email
        </Button>
        <Button disabledReason={reason} onClick={() => setOpen({ what: 'links', customers: chosen })}>
          Create links to copy
        </Button>
        {chosen.length > 0 && (
          <span class="soft">
            {all ? 'All that match are selected, on every page' : `${plural(chosen.length, 'customer')} selected`}
          </span>
        )}
        {isPage && (
          <Button size="small" onClick={() => setEverything(!all)}>
            {all ? 'Select this page only' : 'Select all that match, on every page'}
          </Button>
        )}
      </div>
      <Table
        caption="Customers and their approvals"
        columns={columnsOf({
          disabledReason: roleReason,
          onRenew: (customer) => {
            setEverything(false)
            setOpen({ what: 'links', customers: [customer] })
          },
        })}
        rows={customers}
        rowKey={({ id }) => id}
        selected={selected}
        onSelect={(keys) => {
          setSelected(keys)
          setEverything(false)
        }}
      />
      {open?.what === 'links' && <CreateLinks {...props} />}
      {open?.what === 'mails' && <SendMails {...props} onDone={(words) => notify(words)} />}
    </div>
  )
}
