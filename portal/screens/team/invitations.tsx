import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Badge, messageOf } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { includesRole, useSession } from '../../session.ts'
import { ROLE_NAMES } from './words.ts'

type Invitation = NonNullable<Reads['/team']['invitations']>[number]

const CHANGED = { invalidates: ['/team'] }

export interface InvitationsProps {
  invitations: readonly Invitation[]
  onInvite: () => void
}

/** Who is invited and has not accepted yet. */
export function Invitations({ invitations, onInvite }: InvitationsProps) {
  const { person } = useSession()
  const [revoked, setRevoked] = useState<Invitation>()
  const resend = useChange('POST /team/invitations/:id/resend', CHANGED)
  const sendAgain = async ({ id, email }: Invitation): Promise<void> => {
    try {
      await resend.mutateAsync({ params: { id } })
      notify(`Invitation sent again to ${email}.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  const columns: readonly Column<Invitation>[] = [
    { id: 'email', header: 'Email address', isName: true, isLong: true, cell: ({ email }) => email },
    { id: 'name', header: 'Name', cell: ({ name }) => name },
    { id: 'role', header: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
    {
      id: 'ends',
      header: 'Link expires',
      cell: ({ endsAt }) => (new Date(endsAt) > new Date() ? <Time at={endsAt} /> : <Badge tone="warn">Expired</Badge>),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (invitation) => {
        const why = includesRole(person.role, invitation.role)
          ? undefined
          : 'Only owners can change invitations of owners.'
        return (
          <span class="row side-by-side">
            <Button
              size="small"
              label={`Send again to ${invitation.email}`}
              disabledReason={why}
              onClick={() => void sendAgain(invitation)}
            >
              Send again
            </Button>
            <Button
              size="small"
              label={`Revoke the invitation to ${invitation.email}`}
              disabledReason={why}
              onClick={() => setRevoked(invitation)}
            >
              Revoke
            </Button>
          </span>
        )
      },
    },
  ]
  return (
    <Card title="Invitations">
      {invitations.length === 0 ? (
        <p class="soft">
          Nobody is invited at present.{' '}
          <button type="button" class="link" onClick={onInvite}>
            Invite somebody
          </button>
        </p>
      ) : (
        <Table caption="Invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />
      )}
      {revoked && <Revoke invitation={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useChange('DELETE /team/invitations/:id', CHANGED)
  return (
    <Confirm
      title="Revoke the invitation?"
      action="Revoke invitation"
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { id: invitation.id } })
        notify('Invitation revoked.')
      }}
      onClose={onClose}
    >
      <p>
        The link in the email to <strong>{invitation.email}</strong> stops working at once. You can invite them again.
      </p>
    </Confirm>
  )
}
