import type { Reads } from '../../endpoints.ts'
import { formatAgo } from '../../format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { ROLE_NAMES } from '../team/words.ts'

type People = Reads['/distributor/partners/:id/people']

/** Somebody who belongs to the partner, or is invited. */
interface Row {
  id: string
  name: string
  email: string
  role: People['people'][number]['role']
  isBlocked?: boolean
  lastSeenAt?: string | undefined
  /** Of an invitation: until when its link works. */
  endsAt?: string
}

/** Who can sign in for the partner, and who is invited. The partner itself decides that. */
export function People({ id }: { id: string }) {
  const refusal = useRoleReason('admin')
  return (
    <Card title="People" wide>
      {refusal === undefined ? (
        <List id={id} />
      ) : (
        <p class="soft">Only owners and administrators can see a partner’s people.</p>
      )}
    </Card>
  )
}

function List({ id }: { id: string }) {
  const read = useRead('/distributor/partners/:id/people', { params: { id } })
  return (
    <Loaded read={read} lines={3}>
      {(loaded) => {
        const rows = toRows(loaded)
        return rows.length === 0 ? (
          <p class="soft">Nobody has signed in yet, and there are no open invitations.</p>
        ) : (
          <Table caption="People" columns={columnsAt(new Date())} rows={rows} rowKey={(row) => row.id} />
        )
      }}
    </Loaded>
  )
}

const toRows = ({ people, invitations }: People): Row[] => [
  ...people.map(({ status, ...person }) => ({ ...person, isBlocked: status === 'blocked' })),
  ...invitations,
]

const columnsAt = (now: Date): readonly Column<Row>[] => [
  {
    id: 'name',
    header: 'Person',
    isName: true,
    isLong: true,
    cell: ({ name, email, isBlocked }) => (
      <>
        <span class="row">
          {name}
          {isBlocked && <Badge tone="bad">Blocked</Badge>}
        </span>
        <span class="soft small">{email}</span>
      </>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ lastSeenAt, endsAt }) => {
      if (endsAt === undefined) return <Time at={lastSeenAt} />
      const hasEnded = Date.parse(endsAt) <= now.getTime()
      return (
        <>
          <Badge tone={hasEnded ? 'warn' : 'info'}>{hasEnded ? 'Link expired' : 'Invited'}</Badge>
          <p class="soft small">{hasEnded ? 'Invited' : `The link expires ${formatAgo(endsAt, now)}`}</p>
        </>
      )
    },
  },
]
