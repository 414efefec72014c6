import { useState } from 'preact/hooks'
import { goToSignIn } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useChange } from '../../queries.ts'
import { useSession } from '../../session.ts'
import { ChooseRole } from './choose-role.tsx'
import { type Person, ROLE_NAMES, type Role } from './words.ts'

const CHANGED = { invalidates: ['/team'] }

interface ChangeProps {
  person: Person
  onClose: () => void
}

/** Gives somebody another role. */
export function ChangeRole({ person, onClose }: ChangeProps) {
  const { person: self } = useSession()
  const [role, setRole] = useState<Role>(person.role)
  const change = useChange('PATCH /team/people/:id', person.id === self.id ? {} : CHANGED)
  const submit = async (): Promise<void> => {
    if (role === person.role) return onClose()
    await change.mutateAsync({ params: { id: person.id }, body: { role } })
    // A new role ends the sessions of the person.
    if (person.id === self.id) return goToSignIn()
    onClose()
    notify(`${person.name} is ${ROLE_NAMES[role].toLowerCase()} now.`)
  }
  return (
    <FormDialog
      title={`Role of ${person.name}`}
      action="Change role"
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{person.id === self.id ? 'You will need to sign in again.' : 'They get an email, and must sign in again.'}</p>
      <ChooseRole value={role} onChange={setRole} />
    </FormDialog>
  )
}

/** Removes the second factors of somebody who has lost them. */
export function ResetFactor({ person, onClose }: ChangeProps) {
  const reset = useChange('POST /team/people/:id/reset-factor', CHANGED)
  return (
    <Confirm
      title={`Reset the second factor of ${person.name}?`}
      action="Reset second factor"
      onConfirm={async () => {
        await reset.mutateAsync({ params: { id: person.id } })
        notify(`The second factor of ${person.name} is reset.`)
      }}
      onClose={onClose}
    >
      <p>
        Their passkeys, authenticator app and recovery codes are removed, and their sessions end. They sign in with
        their password and set up a new factor.
      </p>
      <p>First make sure that the request really comes from {person.name}: call them back on a number that you know.</p>
    </Confirm>
  )
}

/** Blocks somebody, or lets them sign in again. */
export function SetBlocked({ person, onClose }: ChangeProps) {
  const change = useChange('PATCH /team/people/:id', CHANGED)
  const isBlocked = person.status === 'blocked'
  return (
    <Confirm
      title={isBlocked ? `Allow ${person.name} to sign in again?` : `Block ${person.name}?`}
      action={isBlocked ? 'Allow' : 'Block'}
      look={isBlocked ? 'primary' : 'danger'}
      onConfirm={async () => {
        await change.mutateAsync({ params: { id: person.id }, body: { status: isBlocked ? 'active' : 'blocked' } })
        notify(isBlocked ? `${person.name} can sign in again.` : `${person.name} is blocked.`)
      }}
      onClose={onClose}
    >
      <p>
        {isBlocked
          ? 'Their password and second factor work again. They get an email.'
          : 'Their sessions end at once, and they cannot sign in until you allow it again. They get an email.'}
      </p>
    </Confirm>
  )
}

/** Removes somebody from the account. */
export function Remove({ person, isSelf, onClose }: ChangeProps & { isSelf: boolean }) {
  const remove = useChange('DELETE /team/people/:id', isSelf ? {} : CHANGED)
  return (
    <Confirm
      title={isSelf ? 'Leave the account?' : `Remove ${person.name}?`}
      action={isSelf ? 'Leave the account' : 'Remove person'}
      typeName={person.email}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: person.id } })
        if (isSelf) goToSignIn()
        else notify(`${person.name} is removed.`)
      }}
      onClose={onClose}
    >
      <p>
        {isSelf ? 'You' : 'They'} lose access at once. API keys are not affected: rotate those that{' '}
        {isSelf ? 'you know' : 'they may know'}.
      </p>
      <p>What {isSelf ? 'you' : 'they'} did stays in the audit trail.</p>
    </Confirm>
  )
}
