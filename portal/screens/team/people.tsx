import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { DownIcon } from '../../parts/icons.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { includesRole, useRoleReason, useSession } from '../../session.ts'
import { ChangeRole, Remove, ResetFactor, SetBlocked } from './changes.tsx'
import { factorText, hasFactor, type Person, ROLE_NAMES, unseenText } from './words.ts'

type Open = { what: 'role' | 'block' | 'factor' | 'remove'; person: Person }

export interface PeopleProps {
  people: readonly Person[]
  secondFactorFor: Reads['/team']['secondFactorFor']
}

/** The people of the account, with what may be done about each, and why not. */
export function People({ people, secondFactorFor }: PeopleProps) {
  const { person: self } = useSession()
  const refusal = useRoleReason('admin')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const owners = people.filter(({ role, status }) => role === 'owner' && status === 'active').length

  const itemsOf = (person: Person): MenuItem[] => {
    const isSelf = person.id === self.id
    const isAbove = includesRole(self.role, person.role) ? undefined : 'Only owners can change owners.'
    const isLast =
      person.role === 'owner' && person.status === 'active' && owners === 1
        ? 'The account needs an owner: make somebody else an owner first.'
        : undefined
    const pick = (what: Open['what']) => () => setOpen({ what, person })
    const isBlocked = person.status === 'blocked'
    return [
      { label: 'Change role', onPick: pick('role'), disabledReason: refusal ?? isAbove ?? isLast },
      {
        label: 'Reset second factor',
        onPick: pick('factor'),
        disabledReason:
          refusal ??
          isAbove ??
          (isSelf ? 'Replace your own under My security.' : undefined) ??
          (hasFactor(person) ? undefined : 'They have no second factor.'),
      },
      {
        label: isBlocked ? 'Allow to sign in again' : 'Block',
        onPick: pick('block'),
        disabledReason: refusal ?? isAbove ?? (isSelf ? 'You cannot block yourself.' : undefined) ?? isLast,
      },
      {
        label: isSelf ? 'Leave the account' : 'Remove',
        danger: true,
        onPick: pick('remove'),
        disabledReason: refusal ?? isAbove ?? isLast,
      },
    ]
  }

  return (
    <Card title="People">
      <Table
        caption="People"
        columns={columnsOf({ selfId: self.id, isAdmin: refusal === undefined, secondFactorFor, itemsOf })}
        rows={people}
        rowKey={({ id }) => id}
      />
      {open?.what === 'role' && <ChangeRole person={open.person} onClose={close} />}
      {open?.what === 'factor' && <ResetFactor person={open.person} onClose={close} />}
      {open?.what === 'block' && <SetBlocked person={open.person} onClose={close} />}
      {open?.what === 'remove' && <Remove person={open.person} isSelf={open.person.id === self.id} onClose={close} />}
    </Card>
  )
}

interface ColumnOptions {
  selfId: string
  isAdmin: boolean
  secondFactorFor: PeopleProps['secondFactorFor']
  itemsOf: (person: Person) => MenuItem[]
}

function columnsOf({ selfId, isAdmin, secondFactorFor, itemsOf }: ColumnOptions): readonly Column<Person>[] {
  const isMissing = (person: Person): boolean =>
    !hasFactor(person) &&
    (secondFactorFor === 'everybody' || (secondFactorFor === 'admins' && includesRole(person.role, 'admin')))
  return [
    {
      id: 'name',
      header: 'Person',
      isName: true,
      sort: ({ name }) => name,
      isLong: true,
      cell: ({ id, name, email, status }) => (
        <>
          <span class="row">
            {name}
            {id === selfId && <Badge tone="dim">You</Badge>}
            {status === 'blocked' && <Badge tone="bad">Blocked</Badge>}
          </span>
          <span class="soft small">{email}</span>
        </>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
    ...(isAdmin
      ? ([
          {
            id: 'factor',
            header: 'Second factor',
            cell: (person) =>
              factorText(person) === 'None' ? (
                <Badge tone={isMissing(person) ? 'warn' : 'dim'}>{isMissing(person) ? 'Missing' : 'None'}</Badge>
              ) : (
                factorText(person)
              ),
          },
          {
            id: 'seen',
            header: 'Last seen',
            sort: ({ lastSeenAt }) => lastSeenAt,
            cell: ({ lastSeenAt, createdAt }) =>
              lastSeenAt ? <Time at={lastSeenAt} /> : <span class="soft">{unseenText(createdAt)}</span>,
          },
        ] satisfies Column<Person>[])
      : []),
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (person) => (
        <Menu class="button small" label={`Actions for ${person.name}`} items={itemsOf(person)}>
          Actions
          <DownIcon />
        </Menu>
      ),
    },
  ]
}
