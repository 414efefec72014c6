import { formatNumber, plural } from '../../format.ts'
import { FRAMEWORK_NAMES } from '../../frameworks.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type FilterField, Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Changes } from './changes.tsx'
import { FIX_COLUMNS } from './columns.tsx'
import { EFFORTS, type FixList, missingOf, SEVERITIES, severityOf } from './words.ts'

const FIELDS: readonly FilterField[] = [
  {
    key: 'product',
    label: 'Framework',
    options: Object.entries(FRAMEWORK_NAMES).map(([value, label]) => ({ value, label })),
  },
  {
    key: 'severity',
    label: 'Severity',
    options: SEVERITIES.map((value) => ({ value, label: severityOf(value).words })),
  },
  { key: 'effort', label: 'Effort', options: Object.entries(EFFORTS).map(([value, label]) => ({ value, label })) },
]

/** What to do across all customers, and what changed for several of them at once. */
export default function Fixes() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const { values } = useSearch()
  const filter = Object.fromEntries(FIELDS.flatMap(({ key }) => (values[key] ? [[key, values[key]]] : [])))
  const read = useRead('/partner/fixes', { query: filter })
  const hasFixes = (read.data?.fixes.length ?? 0) > 0
  return (
    <Screen
      title="Fixes"
      intro="What to fix across your customers. The most useful fixes for their effort come first: customers × severity ÷ effort."
      call={{ title: 'List findings of all customers', path: '/findings' }}
      actions={
        hasFixes && (
          <a class="button" href={`/portal/api/partner/fixes/file${toSearch(filter)}`} download>
            Download CSV
          </a>
        )
      }
    >
      <div class="stack">
        <Changes />
        <Filters fields={FIELDS} />
        <Loaded read={read} lines={8}>
          {(list) => <List list={list} isFiltered={Object.keys(filter).length > 0} />}
        </Loaded>
      </div>
    </Screen>
  )
}

function List({ list, isFiltered }: { list: FixList; isFiltered: boolean }) {
  const { customers, fixes } = list
  return (
    <>
      <Included customers={customers} />
      {fixes.length > 0 ? (
        <Table caption="Fixes" columns={FIX_COLUMNS} rows={fixes} rowKey={({ id }) => id} />
      ) : (
        <NoFixes customers={customers} isFiltered={isFiltered} />
      )}
    </>
  )
}

/** How many customers are included, and why the others are not. */
function Included({ customers }: Pick<FixList, 'customers'>) {
  const { total, included, oldestAt } = customers
  if (total === 0) return null
  const missing = missingOf(customers)
  return (
    <Notice
      tone={missing.length > 0 ? 'warn' : 'info'}
      title={`${formatNumber(included)} of ${plural(total, 'customer')} included`}
    >
      {missing.length > 0 && <p>{missing.join(' ')}</p>}
      {oldestAt !== undefined && (
        <p class="small">
          From the newest completed run of each; the oldest ended <Time at={oldestAt} />.
        </p>
      )}
    </Notice>
  )
}

function NoFixes({ customers, isFiltered }: Pick<FixList, 'customers'> & { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No such fixes">No open fix matches these filters.</EmptyState>
  if (customers.included > 0)
    return <EmptyState title="Nothing to fix">No customer has a finding in its newest run.</EmptyState>
  const body = { customerId: 'cust_…', product: 'essential-eight' }
  return (
    <EmptyState
      title="No completed run yet"
      action={
        <Link to="/customers" class="button primary">
          Choose customers
        </Link>
      }
      call={{ method: 'POST', path: '/assessments', body }}
    >
      After the first completed run of a customer, this screen shows how to fix its findings.
    </EmptyState>
  )
}
