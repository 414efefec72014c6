import { useEffect, useState } from 'preact/hooks'
import { announce } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { ErrorState } from '../../parts/loaded.tsx'
import { Failure, Notice } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { useChange, useRead } from '../../queries.ts'
import { AttemptDetails } from '../deliveries/attempt.tsx'
import { adviceOn } from '../deliveries/words.ts'
import { isChannel, type Webhook } from '../webhooks/words.ts'

/** How often the log is read while the answer to a test is awaited. */
const POLL_MS = 500

/** Sends a signed test, and shows what the receiver answers. */
export function TestCard({ webhook }: { webhook: Webhook }) {
  const { id, pausedUntil } = webhook
  const send = useChange('POST /{account}/webhooks/:id/test', { invalidates: ['/{account}/deliveries'] })
  const delivery = send.data?.id
  return (
    <Card
      title="Test"
      actions={
        <Button
          busy={send.isPending}
          disabledReason={pausedUntil === undefined ? undefined : 'The webhook is paused: resume it first.'}
          onClick={() => send.mutate({ params: { id } })}
        >
          Send a test
        </Button>
      }
    >
      <div class="stack">
        {send.error ? <Failure error={send.error} /> : null}
        {delivery === undefined ? (
          <p class="soft">
            {isChannel(webhook) ? (
              'A test sends a message to the channel. Check that it appears there: a workflow can accept a message and fail afterwards.'
            ) : (
              <>
                A test is signed like every call. It has the type <code>webhook.test</code> and changes nothing.
              </>
            )}
          </p>
        ) : (
          <Answer key={delivery} delivery={delivery} />
        )}
      </div>
    </Card>
  )
}

function Answer({ delivery }: { delivery: number }) {
  const [isWaiting, setWaiting] = useState(true)
  const read = useRead('/{account}/deliveries/:delivery', {
    params: { delivery: String(delivery) },
    ...(isWaiting && { pollMs: POLL_MS }),
  })
  // While another test loads, the answer to the one before is still there.
  const detail = read.data?.id === delivery ? read.data : undefined
  const attempt = detail?.log.at(-1)
  const isAnswered = attempt !== undefined
  const isDelivered = attempt?.outcome === 'delivered'
  useEffect(() => {
    if (!isAnswered) return
    setWaiting(false)
    announce(isDelivered ? 'The test was delivered.' : 'The test failed.')
  }, [isAnswered])
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!attempt) {
    return (
      <p class="waiting">
        <span class="pulse" aria-hidden="true" />
        Waiting for the receiver’s response.
      </p>
    )
  }
  const advice = detail?.reason === undefined ? undefined : adviceOn(detail.reason)
  return (
    <div class="stack">
      <Notice tone={isDelivered ? 'good' : 'bad'} title={isDelivered ? 'Delivered' : 'Not delivered'}>
        {isDelivered ? `The receiver responded with ${attempt.status}.` : advice}
      </Notice>
      <AttemptDetails attempt={attempt} />
      <p>
        <Link to="/deliveries/:id" params={{ id: String(delivery) }}>
          Show it in the log
        </Link>
      </p>
    </div>
  )
}
