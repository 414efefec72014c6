import type { NewChannel } from '../../../src/features/webhooks/schema.ts'
import { notify } from '../../parts/announce.ts'
import { useChange } from '../../queries.ts'
import { ChannelForm } from '../webhooks/channel-form.tsx'
import { toChannelEvents } from '../webhooks/channel-words.ts'
import type { Channel } from '../webhooks/words.ts'

/** Changes name, address and messages of a channel. */
export function ChangeChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, format, name = '', events = [], minSeverity, only } = channel
  const change = useChange('PATCH /{account}/channels/:id', { invalidates: ['/{account}/webhooks'] })
  const submit = async ({ name, url, events, ...filter }: NewChannel): Promise<void> => {
    const { minSeverity = null, only = null } = filter
    await change.mutateAsync({
      params: { id },
      body: { name, events, minSeverity, only, ...(url !== '' && { url }) },
    })
    notify('The channel was changed.')
    onClose()
  }
  return (
    <ChannelForm
      title="Change the channel"
      action="Save"
      initial={{
        format,
        name,
        events: toChannelEvents(events),
        ...(minSeverity && { minSeverity }),
        ...(only && { only }),
      }}
      isNew={false}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
