import { useLocation, useRoute } from 'preact-iso/router'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/call.tsx'
import { Id } from '../../parts/copy.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { messageOf, Notice } from '../../parts/notice.tsx'
import { Card, Facts, Screen } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { hrefOf } from '../../paths.ts'
import { useChange, useRead } from '../../queries.ts'
import { AttemptDetails, OutcomeBadge } from '../deliveries/attempt.tsx'
import { DeliveryState } from '../deliveries/columns.tsx'
import { adviceOn, attemptsOf, reasonWords } from '../deliveries/words.ts'
import { ForAdministrators } from '../webhooks/for-administrators.tsx'
import { isChannel, kindName, nameOf } from '../webhooks/words.ts'

type Detail = Reads['/{account}/deliveries/:delivery']

const POLL_MS = 3_000
const TITLE = 'Delivery'

const CAUSES = { event: 'An event', replay: 'Sent again by a person', test: 'A test' } as const

/** One delivery with its body, and each try with what came back. */
export default function DeliveryScreen() {
  const { params } = useRoute()
  return (
    <ForAdministrators title={TITLE}>
      <Delivery id={params.id ?? ''} />
    </ForAdministrators>
  )
}

function Delivery({ id }: { id: string }) {
  const read = useRead('/{account}/deliveries/:delivery', { params: { delivery: id }, pollMs: POLL_MS })
  const replay = useChange('POST /{account}/deliveries/:delivery/replay', { invalidates: ['/{account}/deliveries'] })
  const { route } = useLocation()
  const type = read.data?.type
  const sendAgain = async (): Promise<void> => {
    try {
      const made = await replay.mutateAsync({ params: { delivery: id } })
      notify('It is being sent again.')
      route(hrefOf('/deliveries/:id', { params: { id: String(made.id) } }))
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <Screen
      title={type === undefined ? TITLE : kindName(type)}
      intro={
        <>
          <Link to="/deliveries">Delivery log</Link> / {id}
        </>
      }
      actions={
        <Button
          busy={replay.isPending}
          disabledReason={read.data?.state === 'pending' ? 'It is still being retried automatically.' : undefined}
          onClick={() => void sendAgain()}
        >
          Send again
        </Button>
      }
    >
      <Loaded read={read} lines={8}>
        {(detail) => <Details detail={detail} />}
      </Loaded>
    </Screen>
  )
}

function Details({ detail }: { detail: Detail }) {
  const { log, body, curl } = detail
  const newestFirst = [...log].reverse()
  const webhooks = useRead('/{account}/webhooks')
  const webhook = webhooks.data?.webhooks.find(({ id }) => id === detail.endpointId)
  const isOfChannel = webhook !== undefined && isChannel(webhook)
  return (
    <div class="stack">
      <Outcome detail={detail} />
      <Summary detail={detail} />
      <Card title="Attempts">
        {newestFirst.length === 0 ? (
          <p class="soft">It has not been sent yet.</p>
        ) : (
          <div class="disclosures">
            {newestFirst.map((attempt, index) => (
              <details key={attempt.startedAt} class="disclosure" open={index === 0}>
                <summary>
                  <span class="attempt-number">Attempt {attempt.attempt}</span>
                  <OutcomeBadge attempt={attempt} />
                  <span class="soft">
                    <Time at={attempt.startedAt} />
                  </span>
                </summary>
                <AttemptDetails attempt={attempt} />
              </details>
            ))}
          </div>
        )}
      </Card>
      <Card title={isOfChannel ? 'The event that the message shows' : 'Body of the request'}>
        <Code text={indent(body)} what="body" />
      </Card>
      {curl !== undefined && (
        <Card title="The last request as a command">
          <Code text={curl} what="command" />
        </Card>
      )}
    </div>
  )
}

/** What became of it, and what to do. */
function Outcome({ detail: { state, reason, nextAttemptAt, attempts } }: { detail: Detail }) {
  if (state === 'failed') {
    return (
      <Notice tone="bad" title={`Failed after ${attemptsOf({ attempts })}: ${lower(reasonWords(reason ?? ''))}`}>
        {reason !== undefined && adviceOn(reason)} It is not tried again by itself.
      </Notice>
    )
  }
  if (state === 'pending' && reason !== undefined) {
    return (
      <Notice tone="warn" title={`Not delivered yet: ${lower(reasonWords(reason))}`}>
        {adviceOn(reason)} The next try is <Time at={nextAttemptAt} />.
      </Notice>
    )
  }
  return null
}

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

function Summary({ detail }: { detail: Detail }) {
  const { id, eventId, endpointId, cause, createdAt, endedAt, log } = detail
  const webhooks = useRead('/{account}/webhooks')
  const webhook = webhooks.data?.webhooks.find(({ id }) => id === endpointId)
  const url = log.at(-1)?.url ?? webhook?.url
  const name = webhook?.name ?? (url === undefined ? endpointId : nameOf(url))
  return (
    <section class="card" aria-label="Summary">
      <Facts
        facts={[
          ['State', <DeliveryState key="state" delivery={detail} />],
          [
            'Receiver',
            webhooks.data !== undefined && webhook === undefined ? (
              `${name} (removed)`
            ) : (
              <Link key="receiver" to="/webhooks/:id" params={{ id: endpointId }}>
                {name}
              </Link>
            ),
          ],
          ['Made by', CAUSES[cause]],
          ['Attempts', attemptsOf(detail)],
          ['Created', <Time key="created" at={createdAt} show="exact" />],
          ...(endedAt === undefined ? [] : [['Ended', <Time key="ended" at={endedAt} show="exact" />] as const]),
          ['Event id', <Id key="event" value={eventId} what="event id" />],
          ['Delivery', <Id key="id" value={String(id)} what="delivery id" />],
        ]}
      />
    </section>
  )
}

/** JSON as people read it; anything else as it is. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
