import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { reloadSession } from '../../session.ts'
import { hasPasskeys } from '../../shell/passkey.ts'
import { formatDevice } from './device.ts'
import { Entry } from './entry-list.tsx'
import { makePasskey } from './make-passkey.ts'

type Passkey = Reads['/me/factors']['passkeys'][number]

const MAX_NAME = 60
const CHANGED = { invalidates: ['/me/factors'] }

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the person: add, rename, remove. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Card title="Passkeys">
      {passkeys.length === 0 ? (
        <p class="soft">
          Sign in with your fingerprint, face or PIN instead of a password. A passkey cannot be stolen by a fake page.
        </p>
      ) : (
        <ul class="entries">
          {passkeys.map((passkey) => (
            <Entry
              key={passkey.id}
              title={passkey.name}
              details={
                <>
                  {passkey.backedUp ? 'On several devices' : 'On one device'}, added <Time at={passkey.createdAt} />,{' '}
                  {passkey.lastUsedAt ? (
                    <>
                      last used <Time at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    'not used yet'
                  )}
                </>
              }
              actions={
                <Menu
                  class="button small"
                  label={`Actions for the passkey ${passkey.name}`}
                  items={[
                    { label: 'Rename', onPick: () => setOpen({ what: 'rename', passkey }) },
                    { label: 'Remove', danger: true, onPick: () => setOpen({ what: 'remove', passkey }) },
                  ]}
                >
                  Actions
                  <DownIcon />
                </Menu>
              }
            />
          ))}
        </ul>
      )}
      <div class="row">
        <Button
          onClick={() => setOpen({ what: 'add' })}
          disabledReason={
            hasPasskeys() ? undefined : 'This browser does not support passkeys. Update it, or use another one.'
          }
        >
          Add a passkey
        </Button>
      </div>
      {open?.what === 'add' && <AddPasskey onClose={close} />}
      {open?.what === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.what === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(formatDevice(navigator.userAgent))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const start = useChange('POST /me/factors/passkeys/options')
  const finish = useChange('POST /me/factors/passkeys', CHANGED)
  const add = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const options = await start.mutateAsync({})
      // The server's answer is what this function of the browser takes.
      const response = await makePasskey(options as PublicKeyCredentialCreationOptionsJSON)
      await finish.mutateAsync({ body: { name: name.trim(), response } })
      await reloadSession()
      onClose()
      notify('Passkey added. The next time, sign in with it alone.')
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <NameDialog
      title="Add a passkey"
      action="Continue"
      change={{ isPending: busy, error }}
      onSubmit={add}
      onClose={onClose}
      name={name}
      setName={setName}
    >
      <p>Your browser will ask for your fingerprint, face, PIN or security key.</p>
    </NameDialog>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useChange('PATCH /me/factors/passkeys/:id', CHANGED)
  const submit = async (): Promise<void> => {
    await rename.mutateAsync({ params: { id: passkey.id }, body: { name: name.trim() } })
    onClose()
  }
  return (
    <NameDialog
      title="Rename the passkey"
      action="Rename"
      change={rename}
      onSubmit={submit}
      onClose={onClose}
      name={name}
      setName={setName}
    />
  )
}

interface NameDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'onSubmit' | 'onClose'> {
  name: string
  setName: (name: string) => void
  change: { error: unknown; isPending: boolean }
  children?: ComponentChildren
}

function NameDialog({ name, setName, children, ...dialog }: NameDialogProps) {
  return (
    <FormDialog {...dialog} fields={['name']}>
      {children}
      <Field
        label="Name"
        help="A name that you recognize in the list."
        value={name}
        onChange={setName}
        error={fieldError(dialog.change.error, 'name')}
        maxLength={MAX_NAME}
        autocomplete="off"
        required
        autoFocus
      />
    </FormDialog>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useChange('DELETE /me/factors/passkeys/:id', CHANGED)
  return (
    <Confirm
      title="Remove the passkey?"
      action="Remove passkey"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: passkey.id } })
        await reloadSession()
        notify('Passkey removed.')
      }}
      onClose={onClose}
    >
      <p>
        <strong>{passkey.name}</strong> will no longer sign you in. Also delete it from the device, where it otherwise
        stays.
      </p>
    </Confirm>
  )
}
