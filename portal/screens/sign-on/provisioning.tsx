import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Id } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Secret } from '../../parts/secret.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Token } from './words.ts'

const CHANGED = { invalidates: ['/sign-on/tokens'] }

/** How the directory of the company adds and removes people. */
export function Provisioning() {
  const read = useRead('/sign-on/tokens')
  const refusal = useRoleReason('owner')
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Token>()
  const columns: readonly Column<Token>[] = [
    { id: 'name', header: 'Token', isName: true, cell: ({ name }) => name },
    { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span class="soft">Not yet</span>),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (token) => (
        <Button size="small" label={`Revoke ${token.name}`} disabledReason={refusal} onClick={() => setRevoked(token)}>
          Revoke
        </Button>
      ),
    },
  ]
  return (
    <Card
      title="Provisioning (SCIM 2.0)"
      actions={
        <Button size="small" disabledReason={refusal} onClick={() => setAdding(true)}>
          Create a token
        </Button>
      }
    >
      <p class="sign-on-intro">
        Your directory adds, blocks and removes people automatically. They have no password: they sign in through the
        provider, or set a password with “Forgot your password?”.
      </p>
      <Loaded read={read} lines={3}>
        {({ baseUrl, tokens }) => (
          <div class="stack">
            <Facts facts={[['Tenant or base URL', <Id key="url" value={baseUrl} what="base URL" />]]} />
            {tokens.length > 0 && <Table caption="Tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} />}
          </div>
        )}
      </Loaded>
      {isAdding && <Create onClose={() => setAdding(false)} />}
      {revoked && <Revoke token={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}

function Create({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [secret, setSecret] = useState<string>()
  const create = useChange('POST /sign-on/tokens', CHANGED)
  const submit = async (): Promise<void> => {
    const { token } = await create.mutateAsync({ body: { name: name.trim() } })
    setSecret(token)
  }
  if (secret !== undefined) {
    return (
      <Dialog title="The token" onClose={onClose}>
        <div class="stack">
          <Secret label="Token" value={secret} />
          <div class="actions">
            <Button look="primary" onClick={onClose}>
              I have stored it
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Create a token"
      action="Create the token"
      change={create}
      fields={['name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        error={fieldError(create.error, 'name')}
        help="The program that uses it, for example Entra ID."
        autocomplete="off"
        maxLength={100}
        required
        autoFocus
      />
    </FormDialog>
  )
}

function Revoke({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useChange('DELETE /sign-on/tokens/:id', CHANGED)
  return (
    <Confirm
      title={`Revoke the token ${name}?`}
      action="Revoke token"
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { id } })
        notify('Token revoked.')
      }}
      onClose={onClose}
    >
      <p>The next call with it is refused. People it has added stay.</p>
    </Confirm>
  )
}
