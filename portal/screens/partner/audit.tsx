import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { actionWords, authorWords } from './words.ts'

const PAGE_SIZE = 10

/** Changes at the partner and by whom, newest first. */
export function Audit({ id }: { id: string }) {
  const { values } = useSearch()
  const { person } = useSession()
  const isAdmin = useRoleReason('admin') === undefined
  const read = useRead('/distributor/partners/:id/audit', {
    params: { id },
    query: { limit: PAGE_SIZE, cursor: values.cursor },
  })
  const people = useRead('/distributor/partners/:id/people', { params: { id }, enabled: isAdmin })
  const names = new Map([
    [person.id, 'You'],
    ...(people.data?.people ?? []).map((each) => [each.id, each.name] as const),
  ])
  return (
    <Card title="Changes" wide>
      <Loaded read={read} lines={5}>
        {({ entries, nextCursor }) =>
          entries.length === 0 ? (
            <p class="soft">No changes yet.</p>
          ) : (
            <>
              <Table
                caption="Changes"
                columns={[
                  {
                    id: 'action',
                    header: 'Change',
                    isName: true,
                    cell: ({ action, subject }) => (
                      <>
                        {actionWords(action)}
                        <p class="soft small">
                          <code>{subject}</code>
                        </p>
                      </>
                    ),
                  },
                  { id: 'author', header: 'By', cell: ({ author }) => authorWords(author, names) },
                  { id: 'at', header: 'When', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
                ]}
                rows={entries}
                rowKey={(entry) => entry.id}
              />
              <Pager next={nextCursor} count={entries.length} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
