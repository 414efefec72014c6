import { useLocation } from 'preact-iso/router'
import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { hrefOf } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { AuditTable } from '../audit/log.tsx'

const PAGE_SIZE = 10

/** Changes at the partner and by whom, newest first. Administrators see its people by name. */
export function Audit({ id }: { id: string }) {
  const { values } = useSearch()
  const { route } = useLocation()
  const isAdmin = useRoleReason('admin') === undefined
  const read = useRead('/distributor/partners/:id/audit', {
    params: { id },
    query: { limit: PAGE_SIZE, cursor: values.cursor },
  })
  const team = useRead('/distributor/partners/:id/people', { params: { id }, enabled: isAdmin })
  const names = new Map(team.data?.people.map((each) => [each.id, each.name]))
  return (
    <Card title="Changes" wide>
      <Loaded read={read} lines={5}>
        {({ entries, ...page }) => (
          <AuditTable
            page={{
              ...page,
              entries: entries.map((each) => ({ ...each, who: names.get(each.author.id) ?? each.who })),
            }}
            none={<p class="soft">No changes yet.</p>}
            onFollow={(object) => route(hrefOf('/audit', { query: { object } }))}
          />
        )}
      </Loaded>
    </Card>
  )
}
