import { useLocation } from 'preact-iso/router'
import type { NewChannel } from '../../../src/features/webhooks/schema.ts'
import { notify } from '../../parts/announce.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { hrefOf } from '../../paths.ts'
import { useChange } from '../../queries.ts'
import { ChannelForm } from './channel-form.tsx'

const INITIAL: Pick<NewChannel, 'format' | 'name' | 'events'> = {
  format: 'teams',
  name: '',
  events: ['assessment.worsened', 'assessment.failed', 'schedule.paused'],
}

/** Adds a channel of Teams or Slack, and leads to its test. */
export function AddChannel({ onClose }: { onClose: () => void }) {
  const create = useChange('POST /{account}/channels', { invalidates: ['/{account}/webhooks'] })
  const { route } = useLocation()
  const submit = async (body: NewChannel): Promise<void> => {
    try {
      const { id } = await create.mutateAsync({ body })
      notify('The channel is added. Send it a test.')
      onClose()
      route(hrefOf('/webhooks/:id', { params: { id } }))
    } catch {
      // The form shows it.
    }
  }
  return (
    <Dialog title="Add a Teams or Slack channel" onClose={onClose}>
      <ChannelForm
        initial={INITIAL}
        isNew
        action="Add channel"
        busy={create.isPending}
        error={create.error}
        onSubmit={(body) => void submit(body)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
