import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { mainProduct, readPortfolio } from '../../../src/shared/portal/portfolio.ts'
import { filterCustomers } from '../../../src/shared/portal/portfolio-filter.ts'
import { formatNumber } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { SpanHatch } from '../../parts/span.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Actions } from './actions.tsx'
import { AddCustomer } from './add-customer.tsx'
import { columnsOf } from './columns.tsx'
import { Figures } from './figures.tsx'
import { fieldsOf, orderOf, readFilter, readSort, writeSort } from './filter.ts'
import { Views } from './views.tsx'
import { countWords, type Portfolio, plainCount } from './words.ts'

/** All customers at a glance. */
export default function Customers() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Overview /> : <NotFound />
}

function Overview() {
  const portfolio = useRead('/partner/portfolio')
  const { values } = useSearch()
  const roleReason = useRoleReason('technician')
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button look="primary" disabledReason={roleReason} onClick={() => setAdding(true)}>
      Add customer
    </Button>
  )
  const isEmpty = portfolio.data?.ids.length === 0
  return (
    <Screen
      title="Customers"
      intro="All customers at a glance; those that need attention come first."
      call={{ title: 'List customers', path: '/customers' }}
      actions={
        portfolio.data &&
        !isEmpty && (
          <>
            <Views values={values} />
            <a class="button" href="/customers/import">
              Import
            </a>
            {add}
          </>
        )
      }
    >
      <Loaded read={portfolio} lines={10}>
        {(data) => (data.ids.length === 0 ? <NoCustomers add={add} /> : <List portfolio={data} />)}
      </Loaded>
      {isAdding && <AddCustomer onClose={() => setAdding(false)} />}
    </Screen>
  )
}

function NoCustomers({ add }: { add: ComponentChildren }) {
  const body = { name: 'Bellbird Engineering', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02' }
  return (
    <EmptyState title="No customers yet" action={add} call={{ method: 'POST', path: '/customers', body }}>
      Add the first one with its tenant id. Nothing is read until one of its administrators has approved you.
    </EmptyState>
  )
}

function List({ portfolio }: { portfolio: Portfolio }) {
  const { values, set } = useSearch()
  const now = useMemo(() => new Date(), [portfolio])
  const customers = useMemo(() => readPortfolio(portfolio), [portfolio])
  const fallback = useMemo(() => mainProduct(portfolio), [portfolio])
  const filter = readFilter(values, fallback)
  const { product } = filter
  const about = { product, now }
  const matching = useMemo(() => filterCustomers(customers, filter, now), [customers, JSON.stringify(filter), now])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Nobody should act on rows that the filter hides.
  const chosen = selected.size === 0 ? [] : matching.map(({ id }) => id).filter((id) => selected.has(id))
  const columns = useMemo(
    () => columnsOf(about, new Map(portfolio.groups.map(({ id, name }) => [id, name]))),
    [portfolio, product],
  )
  const order = orderOf(readSort(values))
  const fields = fieldsOf(portfolio, product, fallback)
  return (
    <>
      <Figures customers={customers} about={about} />
      {portfolio.total > customers.length && (
        <Notice tone="info">
          These are the newest {formatNumber(customers.length)} of your {formatNumber(portfolio.total)} customers.
        </Notice>
      )}
      <Filters fields={fields.main} />
      <details class="more-filters" open={fields.more.some(({ key }) => values[key])}>
        <summary>More filters</summary>
        <Filters fields={fields.more} />
      </details>
      <div class="customer-bar">
        <p role="status">
          {chosen.length > 0 ? `${plainCount(chosen.length)} selected` : countWords(matching.length, customers.length)}
        </p>
        <div class="row">
          <Select
            label="Sort by"
            value={order.value}
            options={order.options}
            onChange={(value) => set(writeSort(order.read(value)))}
          />
          <Actions
            selection={chosen.length > 0 ? { filter, customerIds: chosen } : { filter }}
            count={chosen.length || matching.length}
            groups={portfolio.groups}
            values={values}
          />
        </div>
      </div>
      {matching.length === 0 ? (
        <EmptyState title="No customer matches">Remove a filter to see more.</EmptyState>
      ) : (
        <div class="customer-table">
          <SpanHatch />
          <Table
            caption={`Customers, ${frameworkName(product)}`}
            columns={columns}
            rows={matching}
            rowKey={({ id }) => id}
            sort={readSort(values)}
            onSort={(sort) => set(writeSort(sort))}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      )}
    </>
  )
}
