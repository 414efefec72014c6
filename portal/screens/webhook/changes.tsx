import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Select } from '../../parts/select.tsx'
import { queryClient, useChange } from '../../queries.ts'
import { WebhookForm, type WebhookSettings } from '../webhooks/webhook-form.tsx'
import { titleOf, type Webhook } from '../webhooks/words.ts'

const INVALIDATES = { invalidates: ['/{account}/webhooks'] }

interface ChangeProps {
  webhook: Webhook
  onClose: () => void
}

/** Changes the address and the events; the secret stays. */
export function ChangeWebhook({ webhook: { id, url, events }, onClose }: ChangeProps) {
  const change = useChange('PATCH /{account}/webhooks/:id', INVALIDATES)
  const submit = async (body: WebhookSettings): Promise<void> => {
    await change.mutateAsync({ params: { id }, body })
    notify('The webhook was changed.')
    onClose()
  }
  return (
    <WebhookForm
      title="Change the webhook"
      action="Save"
      initial={{ url, events: events ?? [] }}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

const HOURS = [
  { value: '1', label: '1 hour' },
  { value: '8', label: '8 hours' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const

/** Stops sending for a while; nothing is lost. */
export function PauseWebhook({ webhook: { id }, onClose }: ChangeProps) {
  const pause = useChange('POST /{account}/webhooks/:id/pause', INVALIDATES)
  const [hours, setHours] = useState<(typeof HOURS)[number]['value']>('1')
  return (
    <Confirm
      title="Pause the webhook"
      action="Pause"
      look="primary"
      onConfirm={async () => {
        await pause.mutateAsync({ params: { id }, body: { hours: Number(hours) } })
        notify('The webhook is paused.')
      }}
      onClose={onClose}
    >
      <p>Events are stored in the meantime, and sent when the pause ends or you resume the webhook.</p>
      <Select label="Pause for" value={hours} onChange={setHours} options={HOURS} />
    </Confirm>
  )
}

/** Ends a pause at once. */
export function ResumeWebhook({ webhook: { id } }: { webhook: Webhook }) {
  const resume = useChange('POST /{account}/webhooks/:id/resume', INVALIDATES)
  const submit = async (): Promise<void> => {
    try {
      await resume.mutateAsync({ params: { id } })
      notify('The webhook is resumed.')
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <Button look="primary" busy={resume.isPending} onClick={() => void submit()}>
      Resume
    </Button>
  )
}

/** Removes the webhook for good, after its name has been typed. */
export function DeleteWebhook({ webhook, onClose }: ChangeProps) {
  const { id, url, name, pending } = webhook
  const remove = useChange('DELETE /{account}/webhooks/:id')
  const { route } = useLocation()
  return (
    <Confirm
      title="Delete the webhook"
      action="Delete webhook"
      typeName={name ?? (URL.canParse(url) ? new URL(url).host : url)}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } })
        notify(`The webhook ${titleOf(webhook)} is deleted.`)
        // Nothing is read again before the screen is left: this webhook would not be found any more.
        await queryClient.invalidateQueries({ refetchType: 'none' })
        route('/webhooks')
      }}
      onClose={onClose}
    >
      <p>
        Nothing is sent to it any more{pending > 0 && `, also not the ${pending} deliveries that are waiting`}. Its
        secret and its part of the delivery log are no longer shown. This cannot be undone.
      </p>
    </Confirm>
  )
}
