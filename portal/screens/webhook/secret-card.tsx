import { useState } from 'preact/hooks'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Card } from '../../parts/screen.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Steps } from '../../parts/steps.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import type { Webhook } from '../webhooks/words.ts'

const INVALIDATES = { invalidates: ['/{account}/webhooks'] }

/** The secret, and its replacement in two steps with both valid in between. */
export function SecretCard({ webhook }: { webhook: Webhook }) {
  const { nextSecretSince, previousSecretUntil, lastDeliveredAt } = webhook
  const [open, setOpen] = useState<'create' | 'finish'>()
  const isUnderWay = nextSecretSince !== undefined
  const isDelivered = isUnderWay && lastDeliveredAt !== undefined && lastDeliveredAt > nextSecretSince
  const close = () => setOpen(undefined)
  return (
    <Card
      title="Signing secret"
      actions={!isUnderWay && <Button onClick={() => setOpen('create')}>Replace the secret</Button>}
    >
      {isUnderWay ? (
        <Steps
          steps={[
            {
              title: 'Create the new secret',
              state: 'done',
              content: (
                <p class="soft">
                  Created <Time at={nextSecretSince} />. Both secrets sign since then.
                </p>
              ),
            },
            {
              title: 'Store it at your receiver, and send a test',
              state: isDelivered ? 'done' : 'current',
              content: (
                <>
                  {isDelivered && (
                    <p>
                      Calls with both signatures have arrived, the last <Time at={lastDeliveredAt} />.
                    </p>
                  )}
                  <p class="soft">
                    The header <code>webhook-signature</code> carries a signature by each of them;{' '}
                    <code>X-Service-Signature</code> stays with the old one until you finish.
                  </p>
                  <div class="row">
                    <Button size="small" onClick={() => setOpen('create')}>
                      I lost it: create another
                    </Button>
                  </div>
                </>
              ),
            },
            {
              title: 'Finish the replacement',
              state: isDelivered ? 'current' : 'later',
              content: (
                <div class="row">
                  <Button {...(isDelivered && { look: 'primary' })} onClick={() => setOpen('finish')}>
                    Finish
                  </Button>
                </div>
              ),
            },
          ]}
        />
      ) : (
        <p class="soft">
          {previousSecretUntil === undefined ? (
            'Every call is signed with it. It cannot be shown again, but you can replace it without losing a call.'
          ) : (
            <>
              Calls are signed with the new secret. The previous one is valid until{' '}
              <Time at={previousSecretUntil} show="full" />.
            </>
          )}
        </p>
      )}
      {open === 'create' && <NewSecret webhook={webhook} onClose={close} />}
      {open === 'finish' && <Finish webhook={webhook} onClose={close} />}
    </Card>
  )
}

interface SecretProps {
  webhook: Webhook
  onClose: () => void
}

function NewSecret({ webhook: { id, nextSecretSince }, onClose }: SecretProps) {
  const rotate = useChange('POST /{account}/webhooks/:id/rotate', INVALIDATES)
  if (rotate.data) {
    return (
      <Dialog title="The new secret" onClose={onClose}>
        <div class="stack">
          <Secret label="New signing secret" value={rotate.data.secret} />
          <p class="soft">Store it at your receiver beside the old one, then send a test.</p>
          <div class="row">
            <Button look="primary" onClick={onClose}>
              I have stored the secret
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Replace the secret"
      action="Create the new secret"
      change={rotate}
      onSubmit={() => rotate.mutateAsync({ params: { id }, body: {} })}
      onClose={onClose}
    >
      <div class="prose">
        <p>Until you finish, calls are signed with both the new and the current secret, so that none is lost.</p>
        {nextSecretSince !== undefined && <p>The earlier unfinished secret is discarded.</p>}
      </div>
    </FormDialog>
  )
}

function Finish({ webhook: { id }, onClose }: SecretProps) {
  const finish = useChange('POST /{account}/webhooks/:id/rotate/finish', INVALIDATES)
  return (
    <Confirm
      title="Finish the replacement"
      action="Finish"
      look="primary"
      onConfirm={async () => {
        await finish.mutateAsync({ params: { id } })
        notify('Calls are now signed with the new secret.')
      }}
      onClose={onClose}
    >
      <p>
        The new secret becomes the secret of this webhook. The old one still signs for a day, in{' '}
        <code>webhook-signature</code>.
      </p>
    </Confirm>
  )
}
