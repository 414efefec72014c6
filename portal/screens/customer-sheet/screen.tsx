import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Framed } from '../../parts/framed.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Select } from '../../parts/select.tsx'
import { toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'

/** One printable page about a quarter of a customer. */
export default function CustomerSheet() {
  return (
    <CustomerFrame
      tab="/customers/:id/sheet"
      call={(id) => ({ title: 'Read the report for the owner', path: `/customers/${id}/report?edition=owner` })}
    >
      {(customer) => <Sheet customer={customer} />}
    </CustomerFrame>
  )
}

const ALL = ''

function Sheet({ customer: { id, name } }: { customer: Customer }) {
  const { values, set } = useSearch()
  const [loaded, setLoaded] = useState<{ href: string; frame: HTMLIFrameElement }>()
  const read = useRead('/partner/customers/:id/quarters', { params: { id } })
  return (
    <Loaded read={read} lines={10}>
      {({ quarters, products }) => {
        const shown = quarters.find(({ quarter }) => quarter === values.quarter) ?? quarters[0]
        if (!shown)
          return (
            <EmptyState title="No completed run yet">
              A sheet shows where the customer was and is, what was done and what is next. It needs a completed run.
            </EmptyState>
          )
        const product = products.find((each) => each === values.product) ?? ALL
        const hrefOf = (format: string | undefined): string =>
          `/portal/api/partner/customers/${id}/quarterly-sheet${toSearch({ quarter: shown.quarter, products: product, format })}`
        return (
          <>
            <div class="sheet-bar">
              <Select
                label="Quarter"
                value={shown.quarter}
                onChange={(quarter) => set({ quarter })}
                options={quarters.map(({ quarter, name, isOver }) => ({
                  value: quarter,
                  label: isOver ? name : `${name}, so far`,
                }))}
              />
              {products.length > 1 && (
                <Select
                  label="Framework"
                  value={product}
                  onChange={(product) => set({ product })}
                  options={[
                    { value: ALL, label: 'All frameworks' },
                    ...products.map((value) => ({ value, label: frameworkName(value) })),
                  ]}
                />
              )}
              <div class="row">
                <Button
                  look="primary"
                  disabledReason={loaded?.href === hrefOf(undefined) ? undefined : 'The sheet is being prepared.'}
                  onClick={() => loaded?.frame.contentWindow?.print()}
                >
                  Print
                </Button>
                <a class="button" href={hrefOf('pdf')} download>
                  Download as PDF
                </a>
                <a class="button" href={hrefOf(undefined)} target="_blank" rel="noopener">
                  Open as a page
                </a>
              </div>
            </div>
            <Framed
              key={hrefOf(undefined)}
              class="sheet-frame"
              title={`Quarterly sheet of ${name}, ${shown.name}`}
              src={hrefOf(undefined)}
              onLoad={(frame) => setLoaded({ href: hrefOf(undefined), frame })}
            />
          </>
        )
      }}
    </Loaded>
  )
}
