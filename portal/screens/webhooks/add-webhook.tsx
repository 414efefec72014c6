import { useLocation } from 'preact-iso/router'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Secret } from '../../parts/secret.tsx'
import { hrefOf } from '../../paths.ts'
import { useChange } from '../../queries.ts'
import { WebhookForm } from './webhook-form.tsx'
import { nameOf } from './words.ts'

/** Creates a webhook, and shows its secret once. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const create = useChange('POST /{account}/webhooks', { invalidates: ['/{account}/webhooks'] })
  const { route } = useLocation()
  const { data, variables } = create
  if (!data) {
    return (
      <WebhookForm
        title="Add a webhook"
        action="Add webhook"
        initial={{ url: '', events: [] }}
        change={create}
        onSubmit={(body) => create.mutateAsync({ body })}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title="The secret of your webhook" onClose={onClose}>
      <div class="stack">
        <p>
          Calls to {nameOf(variables?.body?.url ?? '')} are signed with this secret. Your receiver uses it to verify
          that they come from here.
        </p>
        <Secret label="Signing secret" value={data.secret} />
        <p class="soft">Next: store the secret at your receiver, then send it a test.</p>
        <div class="row">
          <Button
            look="primary"
            onClick={() => {
              onClose()
              route(hrefOf('/webhooks/:id', { params: { id: data.id } }))
            }}
          >
            Continue to the test
          </Button>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
