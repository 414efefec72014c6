import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import type { Changes, Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { reloadSession } from '../../session.ts'

type NewAuthenticator = Changes['POST /me/factors/totp']['answer']

const CHANGED = { invalidates: ['/me/factors'] }

/** The authenticator app of the person: set up, replace, remove. */
export function Authenticator({ factors: { authenticator } }: { factors: Reads['/me/factors'] }) {
  const [setup, setSetup] = useState<NewAuthenticator>()
  const [isRemoving, setRemoving] = useState(false)
  const start = useChange('POST /me/factors/totp')
  const begin = async (): Promise<void> => {
    try {
      setSetup(await start.mutateAsync({}))
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <Card title="Authenticator app">
      {authenticator ? (
        <Facts
          facts={[
            ['Set up', <Time key="made" at={authenticator.createdAt} />],
            ['Last used', <Time key="used" at={authenticator.lastUsedAt} />],
          ]}
        />
      ) : (
        <p class="soft">An app on your phone shows a new code every 30 seconds, which you type after your password.</p>
      )}
      <div class="row">
        <Button onClick={() => void begin()} busy={start.isPending}>
          {authenticator ? 'Replace the app' : 'Set up an app'}
        </Button>
        {authenticator && <Button onClick={() => setRemoving(true)}>Remove</Button>}
      </div>
      {setup && <SetUp setup={setup} onClose={() => setSetup(undefined)} />}
      {isRemoving && <Remove onClose={() => setRemoving(false)} />}
    </Card>
  )
}

function SetUp({ setup, onClose }: { setup: NewAuthenticator; onClose: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useChange('POST /me/factors/totp/confirm', CHANGED)
  const submit = async (): Promise<void> => {
    await confirm.mutateAsync({ body: { code: code.trim() } })
    await reloadSession()
    onClose()
    notify('Your authenticator app is set up.')
  }
  return (
    <FormDialog
      title="Set up an authenticator app"
      size="wide"
      action="Finish"
      change={confirm}
      fields={['code']}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="setup">
        <QrCode text={setup.uri} label="QR code that sets up the app; the key next to it has the same content" />
        <div class="stack">
          <p>1. Scan the code with Microsoft Authenticator, Google Authenticator, 1Password or a similar app.</p>
          <p>
            Without a camera, <a href={setup.uri}>open the app on this device</a>, or type this key:
          </p>
          <p>
            <code class="groups">{(setup.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>{' '}
            <Copy value={setup.secret} what="key" wordy />
          </p>
          <Field
            label="2. Code that the app shows"
            value={code}
            onChange={setCode}
            error={fieldError(confirm.error, 'code')}
            autocomplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            required
            autoFocus
          />
        </div>
      </div>
    </FormDialog>
  )
}

function Remove({ onClose }: { onClose: () => void }) {
  const remove = useChange('DELETE /me/factors/totp', CHANGED)
  return (
    <Confirm
      title="Remove the authenticator app?"
      action="Remove app"
      onConfirm={async () => {
        await remove.mutateAsync({})
        await reloadSession()
        notify('Authenticator app removed.')
      }}
      onClose={onClose}
    >
      <p>Its codes will no longer work. Without another second factor, your recovery codes are deleted as well.</p>
    </Confirm>
  )
}
