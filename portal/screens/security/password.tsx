import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Card } from '../../parts/screen.tsx'
import { useChange } from '../../queries.ts'
import { useSession } from '../../session.ts'

const MIN = 12
const MAX = 200

/** Changes the password of the person. */
export function Password() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Password">
      <p class="soft">Changing it ends your sessions everywhere else.</p>
      <div class="row">
        <Button onClick={() => setOpen(true)}>Change the password</Button>
      </div>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { person } = useSession()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useChange('PUT /me/password', { invalidates: ['/me/sessions'] })
  const submit = async (): Promise<void> => {
    await change.mutateAsync({ body: { current, password } })
    onClose()
    notify('Password changed. You are signed in here only.')
  }
  return (
    <FormDialog
      title="Change the password"
      action="Change the password"
      change={change}
      fields={['current', 'password']}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers store the new password with it. */}
      <input type="text" autocomplete="username" value={person.email} readOnly hidden />
      <Field
        label="Current password"
        type="password"
        value={current}
        onChange={setCurrent}
        error={fieldError(change.error, 'current')}
        autocomplete="current-password"
        maxLength={MAX}
        required
        autoFocus
      />
      <Field
        label="New password"
        help={`At least ${MIN} characters. A few unrelated words are easy to remember and hard to guess.`}
        type="password"
        value={password}
        onChange={setPassword}
        error={fieldError(change.error, 'password')}
        autocomplete="new-password"
        maxLength={MAX}
        required
      />
    </FormDialog>
  )
}
