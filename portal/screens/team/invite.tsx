import { useState } from 'preact/hooks'
import { ApiError, fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
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
    try {
      await invite.mutateAsync({ body: { email: email.trim(), name: name.trim(), role } })
      onClose()
      notify(`Invitation sent to ${email.trim()}.`)
    } catch {
      // The form shows it.
    }
  }
  const { error } = invite
  const isKnown = error instanceof ApiError && error.code === 'DUPLICATE_ITEM'
  const wrong = {
    email: isKnown ? error.message : fieldError(error, 'email'),
    name: fieldError(error, 'name'),
    role: fieldError(error, 'role'),
  }
  const isShown = Object.values(wrong).some((text) => text !== undefined)
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form
        error={isShown ? undefined : error}
        onSubmit={() => {
          if (!invite.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={invite.isPending}>
              Send the invitation
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <p>They get an e-mail with a link, which works for 7 days, and choose their own password.</p>
        <Field
          label="E-mail address"
          type="email"
          value={email}
          onChange={setEmail}
          error={wrong.email}
          autocomplete="off"
          maxLength={254}
          required
          autoFocus
        />
        <Field
          label="Name"
          value={name}
          onChange={setName}
          error={wrong.name}
          autocomplete="off"
          maxLength={200}
          required
        />
        <ChooseRole value={role} onChange={setRole} error={wrong.role} />
      </Form>
    </Dialog>
  )
}
