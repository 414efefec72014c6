import { useMemo, useState } from 'preact/hooks'
import { asFieldError, fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useChange } from '../../queries.ts'
import { ChooseRole } from './choose-role.tsx'
import type { Role } from './words.ts'

/** Asks whom to invite, and as what. */
export function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('technician')
  const invite = useChange('POST /team/invitations', { invalidates: ['/team'] })
  const submit = async (): Promise<void> => {
    await invite.mutateAsync({ body: { email: email.trim(), name: name.trim(), role } })
    onClose()
    notify(`Invitation sent to ${email.trim()}.`)
  }
  const error = useMemo(() => asFieldError(invite.error, 'DUPLICATE_ITEM', 'email'), [invite.error])
  return (
    <FormDialog
      title="Invite somebody"
      action="Send the invitation"
      change={{ isPending: invite.isPending, error }}
      fields={['email', 'name', 'role']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>They get an email with a link, which works for 7 days, and choose their own password.</p>
      <Field
        label="Email address"
        type="email"
        value={email}
        onChange={setEmail}
        error={fieldError(error, 'email')}
        autocomplete="off"
        maxLength={254}
        required
        autoFocus
      />
      <Field
        label="Name"
        value={name}
        onChange={setName}
        error={fieldError(error, 'name')}
        autocomplete="off"
        maxLength={200}
        required
      />
      <ChooseRole value={role} onChange={setRole} error={fieldError(error, 'role')} />
    </FormDialog>
  )
}
