import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { formatNumber } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Id } from '../../parts/copy.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Card, Facts, Screen } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { adviceOn, reasonWords } from '../deliveries/words.ts'
import { FORMAT_NAMES, onlyWords, severityWords } from '../webhooks/channel-words.ts'
import { ForAdministrators } from '../webhooks/for-administrators.tsx'
import { StateBadge } from '../webhooks/state-badge.tsx'
import { eventsOf, isChannel, kindName, titleOf, type Webhook } from '../webhooks/words.ts'
import { ChangeChannel } from './change-channel.tsx'
import { ChangeWebhook, DeleteWebhook, PauseWebhook, ResumeWebhook } from './changes.tsx'
import { Recent } from './recent.tsx'
import { SecretCard } from './secret-card.tsx'
import { TestCard } from './test-card.tsx'
import { VerifyCard } from './verify-card.tsx'

const TITLE = 'Webhook'

/** One webhook: its health, a test, its secret, and how to verify its calls. */
export default function WebhookScreen() {
  const { params } = useRoute()
  return (
    <ForAdministrators title={TITLE}>
      <One id={params.id ?? ''} />
    </ForAdministrators>
  )
}

type Open = 'change' | 'pause' | 'delete'

function One({ id }: { id: string }) {
  const read = useRead('/{account}/webhooks/:id', { params: { id } })
  const [open, setOpen] = useState<Open>()
  const webhook = read.data
  const close = () => setOpen(undefined)
  return (
    <Screen
      title={webhook ? titleOf(webhook) : TITLE}
      intro={<Link to="/webhooks">All webhooks</Link>}
      actions={
        webhook && (
          <>
            <Button onClick={() => setOpen('change')}>Change</Button>
            {webhook.pausedUntil === undefined ? (
              <Button onClick={() => setOpen('pause')}>Pause</Button>
            ) : (
              <ResumeWebhook webhook={webhook} />
            )}
            <Button look="danger" onClick={() => setOpen('delete')}>
              Delete
            </Button>
          </>
        )
      }
    >
      <Loaded read={read} lines={8}>
        {(webhook) => (
          <>
            <div class="cards">
              <Health webhook={webhook} />
              <div class="stack column">
                <TestCard webhook={webhook} />
                {!isChannel(webhook) && <SecretCard webhook={webhook} />}
              </div>
              {!isChannel(webhook) && <VerifyCard webhook={webhook} />}
              <Recent webhook={webhook} />
            </div>
            {open === 'change' &&
              (isChannel(webhook) ? (
                <ChangeChannel channel={webhook} onClose={close} />
              ) : (
                <ChangeWebhook webhook={webhook} onClose={close} />
              ))}
            {open === 'pause' && <PauseWebhook webhook={webhook} onClose={close} />}
            {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** The figures first, then what is wrong. */
function Health({ webhook }: { webhook: Webhook }) {
  const { id, url, events, minSeverity, only, pending, failed, lastDeliveredAt, failingSince, pausedUntil, createdAt } =
    webhook
  return (
    <Card title="Health" actions={<StateBadge webhook={webhook} />}>
      <div class="stack">
        <dl class="figures">
          <div>
            <dt>Last delivered</dt>
            <dd>{lastDeliveredAt === undefined ? 'Never' : <Time at={lastDeliveredAt} />}</dd>
          </div>
          <div>
            <dt>Waiting</dt>
            <dd class="number">{formatNumber(pending)}</dd>
          </div>
          <div>
            <dt>Failed</dt>
            <dd class={failed > 0 ? 'number alarming' : 'number'}>{formatNumber(failed)}</dd>
          </div>
        </dl>
        {pausedUntil !== undefined && (
          <Notice tone="warn" title="Paused">
            Events are stored and sent when the pause ends, <Time at={pausedUntil} />, or when you resume it.
          </Notice>
        )}
        {(failed > 0 || failingSince !== undefined) && <Cause webhook={webhook} />}
        <Facts
          facts={[
            ...(isChannel(webhook)
              ? ([['Chat', FORMAT_NAMES[webhook.format]]] as const)
              : ([['Address', url]] as const)),
            ['Events', events === undefined ? eventsOf(webhook) : events.map(kindName).join(', ')],
            ...(minSeverity === undefined ? [] : ([['Findings', severityWords(minSeverity)]] as const)),
            ...(only === undefined ? [] : ([['Customers', onlyWords(only)]] as const)),
            ['Created', <Time key="created" at={createdAt} show="full" />],
            ['Id', <Id key="id" value={id} what="webhook id" />],
          ]}
        />
      </div>
    </Card>
  )
}

/** The most frequent cause of what failed, and since when the receiver fails. */
function Cause({ webhook: { id, failed, lastDeliveredAt } }: { webhook: Webhook }) {
  const state = failed > 0 ? 'failed' : 'pending'
  const read = useRead('/{account}/deliveries/reasons', { query: { endpoint: id, state } })
  const [first] = read.data?.reasons ?? []
  if (!first) return null
  const { reason, deliveries, newestAt } = first
  const isOver = lastDeliveredAt !== undefined && lastDeliveredAt > newestAt
  return (
    <Notice
      tone={isOver ? 'info' : 'bad'}
      title={`${formatNumber(deliveries)} ${failed > 0 ? 'failed' : 'not delivered yet'}: ${reasonWords(reason)}`}
      actions={
        <Link to="/deliveries" query={{ endpoint: id, state, reason }} class="button small">
          {failed > 0 ? 'Show and send again' : 'Show'}
        </Link>
      }
    >
      {adviceOn(reason)} The newest is from <Time at={newestAt} />
      {isOver ? '; events have arrived since.' : '.'}
    </Notice>
  )
}
