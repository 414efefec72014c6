import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Meter } from '../../parts/chart.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange, useRead } from '../../queries.ts'
import { reasonWords } from './words.ts'

type Replay = Reads['/{account}/replays']['replays'][number]

const POLL_MS = 2_000

/** An ended replay stays in view for this long, so that its outcome is seen. */
const SHOWN_MS = 3_600_000

/** Replays that are under way, with their progress, and the outcome of recent ones. */
export function Replays() {
  const read = useRead('/{account}/replays', { pollMs: POLL_MS })
  const recent = (read.data?.replays ?? []).filter(
    ({ status, createdAt }) => status === 'running' || Date.now() - Date.parse(createdAt) < SHOWN_MS,
  )
  if (recent.length === 0) return null
  return (
    <ul class="replays" aria-label="Sent again">
      {recent.slice(0, 3).map((replay) => (
        <Progress key={replay.id} replay={replay} />
      ))}
    </ul>
  )
}

function Progress({ replay }: { replay: Replay }) {
  const stop = useChange('POST /{account}/replays/:replay/stop', {
    invalidates: ['/{account}/replays', '/{account}/deliveries'],
  })
  const { id, status, deliveries, pending, createdAt, perSecond } = replay
  const done = deliveries - pending
  const halt = async (): Promise<void> => {
    try {
      const { canceled } = await stop.mutateAsync({ params: { replay: id } })
      notify(`Stopped: ${plural(canceled, 'delivery', 'deliveries')} not sent.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <li class="card replay">
      <div class="row">
        <strong>{titleOf(replay)}</strong>
        <span class="small soft">
          started <Time at={createdAt} />
          {status === 'running' && `, ${perSecond} a second`}
        </span>
        {status === 'running' && (
          <Button size="small" busy={stop.isPending} onClick={() => void halt()}>
            Stop
          </Button>
        )}
      </div>
      <Meter value={done} max={deliveries} words={`${done} of ${deliveries} done`} />
      <p class="small number">{countsOf(replay)}</p>
    </li>
  )
}

function titleOf({ status, deliveries, filter }: Replay): string {
  const { reason } = filter
  const what = plural(deliveries, 'delivery', 'deliveries')
  const verb = { running: 'Sending', ended: 'Sent', stopped: 'Stopped sending' }[status]
  return `${verb} ${what} again${typeof reason === 'string' ? `: ${reasonWords(reason)}` : ''}`
}

const countsOf = ({ delivered, failed, pending, canceled }: Replay): string =>
  [
    `${formatNumber(delivered)} delivered`,
    pending > 0 && `${formatNumber(pending)} waiting`,
    failed > 0 && `${formatNumber(failed)} failed`,
    canceled > 0 && `${formatNumber(canceled)} not sent`,
  ]
    .filter(Boolean)
    .join(', ')
