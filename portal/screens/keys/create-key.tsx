import { useState } from 'preact/hooks'
import { toCurl } from '../../curl.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/call.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useChange } from '../../queries.ts'
import { useSession } from '../../session.ts'
import { FirstUse } from './first-use.tsx'

export interface CreateKeyProps {
  onClose: () => void
  /** Called with the slot as soon as the key exists, while it is still shown. */
  onCreated?: (slot: number) => void
}

/** Creates a key and shows it, once, with a first call to try it. */
export function CreateKey({ onClose, onCreated }: CreateKeyProps) {
  const create = useChange('POST /{account}/keys', { invalidates: ['/{account}/keys', '/{account}/audit'] })
  const { data } = create
  if (data) return <CreatedKey slot={data.slot} value={data.key} onClose={onClose} />
  const submit = async (): Promise<void> => {
    const { slot } = await create.mutateAsync({})
    onCreated?.(slot)
  }
  return (
    <FormDialog
      title="Create an API key"
      action="Create key"
      change={create}
      onSubmit={submit}
      onClose={onClose}
      call={{ title: 'Create a key', method: 'POST', path: '/keys' }}
    >
      <div class="prose">
        <p>A key can do everything that the API offers for this account. Give it to programs, never to people.</p>
        <p>It is shown only once. Know where you will store it before you create it.</p>
      </div>
    </FormDialog>
  )
}

function CreatedKey({ slot, value, onClose }: { slot: number; value: string; onClose: () => void }) {
  const { apiUrl, caFile, account } = useSession()
  const [isStored, setStored] = useState(false)
  const command = `export PLUMBLINE_KEY='${value}'\n${toCurl({ apiUrl, caFile, kind: account.kind, method: 'GET', path: '/me' })}`
  return (
    <Dialog title={`The key in slot ${slot}`} onClose={onClose} size="wide">
      <div class="stack">
        <Secret label="API key" value={value} />
        <h3>Try it</h3>
        <Code text={command} what="command" />
        <FirstUse slot={slot} onUsed={() => setStored(true)} />
        <div class="row">
          <Button look="primary" onClick={onClose}>
            {isStored ? 'Done' : 'I have stored the key'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
