import { useState } from 'preact/hooks'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Linked } from './words.ts'

/** Who is linked to the provider. */
export function People({ people }: { people: readonly Linked[] }) {
  const refusal = useRoleReason('owner')
  const [unlinked, setUnlinked] = useState<Linked>()
  const columns: readonly Column<Linked>[] = [
    {
      id: 'person',
      header: 'Person',
      isName: true,
      sort: ({ personName }) => personName,
      cell: (row) => row.personName,
    },
    { id: 'name', header: 'At the provider', cell: ({ name }) => name },
    {
      id: 'used',
      header: 'Last used',
      sort: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span class="soft">Not yet</span>),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (row) => (
        <Button
          size="small"
          label={`Unlink ${row.personName}`}
          disabledReason={refusal}
          onClick={() => setUnlinked(row)}
        >
          Unlink
        </Button>
      ),
    },
  ]
  return (
    <Card title="People who are linked">
      {people.length === 0 ? (
        <p class="soft">Nobody yet. Each person is linked when they first sign in through the provider.</p>
      ) : (
        <Table caption="People who are linked" columns={columns} rows={people} rowKey={({ personId }) => personId} />
      )}
      {unlinked && <Unlink person={unlinked} onClose={() => setUnlinked(undefined)} />}
    </Card>
  )
}

function Unlink({ person, onClose }: { person: Linked; onClose: () => void }) {
  const unlink = useChange('DELETE /sign-on/people/:id', { invalidates: ['/sign-on', '/me/factors'] })
  return (
    <Confirm
      title={`Unlink ${person.personName}?`}
      action="Unlink"
      onConfirm={async () => {
        await unlink.mutateAsync({ params: { id: person.personId } })
        notify(`${person.personName} is unlinked.`)
      }}
      onClose={onClose}
    >
      <p>
        <strong>{person.name}</strong> can no longer sign in as {person.personName}, and their sessions end. Do this if
        an address now belongs to somebody else, or if they have a new account with the provider.
      </p>
    </Confirm>
  )
}
