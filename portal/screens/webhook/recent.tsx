import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
import { columnsOf } from '../deliveries/columns.tsx'
import type { Webhook } from '../webhooks/words.ts'

const SHOWN = 5

/** The newest deliveries to this webhook, and the way to all of them. */
export function Recent({ webhook }: { webhook: Webhook }) {
  const deliveries = useRead('/{account}/deliveries', { query: { endpoint: webhook.id, limit: SHOWN } })
  return (
    <Card
      title="Newest deliveries"
      wide
      actions={
        <Link to="/deliveries" query={{ endpoint: webhook.id }}>
          All deliveries
        </Link>
      }
    >
      <Loaded read={deliveries}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p class="soft">Nothing has been sent yet.</p>
          ) : (
            <Table
              caption="Newest deliveries"
              columns={columnsOf([webhook])}
              rows={deliveries}
              rowKey={({ id }) => String(id)}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
