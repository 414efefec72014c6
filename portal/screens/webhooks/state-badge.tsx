import { Badge } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { stateOf, type Webhook } from './words.ts'

/** The state of a webhook; one that is paused says until when, and one that fails since when. */
export function StateBadge({ webhook }: { webhook: Webhook }) {
  const { tone, words } = stateOf(webhook)
  const { pausedUntil, failingSince } = webhook
  return (
    <span class="row state">
      <Badge tone={tone}>{words}</Badge>
      {pausedUntil !== undefined && (
        <span class="small soft">
          ends <Time at={pausedUntil} />
        </span>
      )}
      {pausedUntil === undefined && failingSince !== undefined && (
        <span class="small soft">
          since <Time at={failingSince} />
        </span>
      )}
    </span>
  )
}
