import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import type { Partner } from './words.ts'

/** The partner's keys: which there are and when each was used, never what they are. */
export function Keys({ partner: { id, status } }: { partner: Partner }) {
  const read = useRead('/distributor/partners/:id/keys', { params: { id } })
  return (
    <Card title="API keys">
      <Loaded read={read} lines={2}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p class="soft">
              {status === 'suspended' ? 'The suspension revoked its keys.' : 'The partner has no key.'} Only the partner
              creates keys.
            </p>
          ) : (
            <Table
              caption="API keys"
              columns={[
                {
                  id: 'key',
                  header: 'Key',
                  isName: true,
                  cell: ({ prefix, last4 }) => (
                    <code>
                      {prefix}…{last4}
                    </code>
                  ),
                },
                { id: 'used', header: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
                { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
              ]}
              rows={keys}
              rowKey={({ slot }) => String(slot)}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
