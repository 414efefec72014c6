import type { InvoiceList } from '../../../src/features/billing/overview/schema.ts'
import { formatAmount } from '../../format.ts'
import type { Json } from '../../json.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import type { Tone } from '../../parts/tone.ts'
import { useRead } from '../../queries.ts'

type Invoice = Json<InvoiceList>['invoices'][number]

const STATES: Readonly<Record<Invoice['status'], readonly [tone: Tone | 'dim', words: string]>> = {
  open: ['warn', 'Open'],
  paid: ['good', 'Paid'],
  uncollectible: ['bad', 'Unpaid'],
  void: ['dim', 'Void'],
  draft: ['dim', 'Draft'],
}

const COLUMNS: readonly Column<Invoice>[] = [
  { id: 'number', header: 'Invoice', isName: true, cell: ({ number }) => number ?? '–' },
  {
    id: 'date',
    header: 'Date',
    cell: ({ issuedAt }) => <Time at={issuedAt} show="full" />,
    sort: ({ issuedAt }) => issuedAt,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total, currency }) => formatAmount(total, currency),
    sort: ({ total }) => total,
  },
  {
    id: 'state',
    header: 'State',
    narrow: true,
    cell: ({ status, total }) => {
      // Below zero it is credit, which nobody pays.
      const [tone, words] = total < 0 ? (['dim', 'Credit'] as const) : STATES[status]
      return <Badge tone={tone}>{words}</Badge>
    },
  },
  {
    id: 'links',
    header: '',
    cell: ({ number, payUrl, pdfUrl }) => (
      <div class="row">
        {payUrl !== undefined && (
          <a href={payUrl} class="button small" aria-label={`Pay invoice ${number ?? ''}`}>
            Pay
          </a>
        )}
        {pdfUrl !== undefined && (
          <a href={pdfUrl} aria-label={`PDF of invoice ${number ?? ''}`}>
            PDF
          </a>
        )}
      </div>
    ),
  },
]

/** The partner's invoices, newest first, with what it can do about each. */
export function Invoices() {
  const read = useRead('/partner/billing/invoices')
  return (
    <Card title="Invoices" wide>
      <Loaded read={read}>
        {({ invoices }) =>
          invoices.length === 0 ? (
            <p class="soft">There are no invoices yet.</p>
          ) : (
            <Table
              caption="Invoices"
              columns={COLUMNS}
              rows={invoices}
              rowKey={({ number, issuedAt }) => number ?? issuedAt}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
