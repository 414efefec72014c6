import { Badge } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { stateOf, type Webhook } from './words.ts'

/** The state of a webhook; one that is paused says until when. */
export function StateBadge({ webhook }: { webhook: Webhook }) {
  const { tone, words } = stateOf(webhook)
  return (
    <span class="row state">
      <Badge tone={tone}>{words}</Badge>
      {webhook.pausedUntil !== undefined && (
        <span class="small soft">
          ends <Time at={webhook.pausedUntil} />
        </span>
      )}
    </span>
  )
}
