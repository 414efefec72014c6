import { useState } from 'preact/hooks'
import { formatNumber } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { AddChannel } from './add-channel.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { FORMAT_NAMES } from './channel-words.ts'
import { ForAdministrators } from './for-administrators.tsx'
import { StateBadge } from './state-badge.tsx'
import { eventsOf, isChannel, titleOf, type Webhook } from './words.ts'

const TITLE = 'Webhooks'

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'Receiver',
    isName: true,
    cell: (webhook) => (
      <>
        <Link to="/webhooks/:id" params={{ id: webhook.id }}>
          {titleOf(webhook)}
        </Link>
        {isChannel(webhook) && <span class="small soft"> {FORMAT_NAMES[webhook.format]}</span>}
      </>
    ),
    sort: titleOf,
  },
  { id: 'state', header: 'State', narrow: true, cell: (webhook) => <StateBadge webhook={webhook} /> },
  { id: 'events', header: 'Events', narrow: true, cell: eventsOf },
  {
    id: 'pending',
    header: 'Waiting',
    align: 'end',
    cell: ({ pending }) => formatNumber(pending),
    sort: ({ pending }) => pending,
  },
  {
    id: 'last',
    header: 'Last delivered',
    cell: ({ lastDeliveredAt }) => <Time at={lastDeliveredAt} />,
    sort: ({ lastDeliveredAt }) => lastDeliveredAt ?? '',
  },
]

/** The webhooks of the account, with the health of each. */
export default function Webhooks() {
  return (
    <ForAdministrators title={TITLE}>
      <List />
    </ForAdministrators>
  )
}

function List() {
  const webhooks = useRead('/{account}/webhooks')
  const [adding, setAdding] = useState<'webhook' | 'channel'>()
  const isEmpty = webhooks.data?.webhooks.length === 0
  const add = (
    <>
      <Button look="primary" onClick={() => setAdding('webhook')}>
        Add webhook
      </Button>
      <Button onClick={() => setAdding('channel')}>Add Teams or Slack channel</Button>
    </>
  )
  return (
    <Screen
      title={TITLE}
      intro="Webhooks notify your systems and chats of events as they happen. Events that do not arrive are sent again several times."
      actions={webhooks.data && !isEmpty ? add : undefined}
    >
      <Loaded read={webhooks}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <EmptyState title="No webhook yet" action={add}>
              <p>
                Add the address of your receiver. You get a secret to verify the calls with, and can send a test at
                once. A channel of Teams or Slack gets readable messages instead.{' '}
                <Link to="/events" query={{ tab: 'types' }}>
                  See what events contain
                </Link>
                .
              </p>
            </EmptyState>
          ) : (
            <Table caption="Webhooks" columns={COLUMNS} rows={webhooks} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {adding === 'webhook' && <AddWebhook onClose={() => setAdding(undefined)} />}
      {adding === 'channel' && <AddChannel onClose={() => setAdding(undefined)} />}
    </Screen>
  )
}
