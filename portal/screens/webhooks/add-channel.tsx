import { useLocation } from 'preact-iso/router'
import type { NewChannel } from '../../../src/features/webhooks/schema.ts'
import { notify } from '../../parts/announce.ts'
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
    const { id } = await create.mutateAsync({ body })
    notify('The channel is added. Send it a test.')
    onClose()
    route(hrefOf('/webhooks/:id', { params: { id } }))
  }
  return (
    <ChannelForm
      title="Add a Teams or Slack channel"
      action="Add channel"
      initial={INITIAL}
      isNew
      change={create}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
