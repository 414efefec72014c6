import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { EVENT_NAMES } from '../events/words.ts'
import { ForAdministrators } from '../webhooks/for-administrators.tsx'
import { titleOf, type Webhook } from '../webhooks/words.ts'
import { columnsOf } from './columns.tsx'
import { readFilter } from './filter.ts'
import { Reasons } from './reasons.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { Replays } from './replays.tsx'
import { reasonWords, STATES } from './words.ts'

const TITLE = 'Delivery log'

const TYPES = [
  ...Object.entries(EVENT_NAMES).map(([value, label]) => ({ value, label })),
  { value: 'webhook.test', label: 'Test' },
]

/** What was sent to the account's webhooks: why some of it failed, and how to send it again. */
export default function Deliveries() {
  return (
    <ForAdministrators title={TITLE}>
      <Log />
    </ForAdministrators>
  )
}

function Log() {
  const { values } = useSearch()
  const webhooks = useRead('/{account}/webhooks')
  const [replayed, setReplayed] = useState<Record<string, string>>()
  const filter = readFilter(values)
  return (
    <Screen
      title={TITLE}
      intro="Every event sent to your webhooks, with each attempt and its response."
      actions={
        <Button
          disabledReason={
            Object.keys(filter).length === 0 ? 'Choose what to send again first: set a filter.' : undefined
          }
          onClick={() => setReplayed(filter)}
        >
          Send all that match again…
        </Button>
      }
    >
      <Replays />
      <Filters fields={fieldsOf(webhooks.data?.webhooks ?? [], values.reason)} />
      <Reasons filter={filter} onReplay={(reason) => setReplayed({ ...filter, state: 'failed', reason })} />
      <List filter={filter} webhooks={webhooks.data?.webhooks ?? []} />
      {replayed && (
        <ReplayDialog
          filter={replayed}
          webhooks={webhooks.data?.webhooks ?? []}
          onClose={() => setReplayed(undefined)}
        />
      )}
    </Screen>
  )
}

const fieldsOf = (webhooks: readonly Webhook[], reason: string | undefined) => [
  {
    key: 'endpoint',
    label: 'Receiver',
    options: webhooks.map((webhook) => ({ value: webhook.id, label: titleOf(webhook) })),
  },
  { key: 'state', label: 'State', options: STATES },
  { key: 'type', label: 'Event', options: TYPES },
  // Chosen in the list of causes; here so that it can be seen and removed.
  ...(reason ? [{ key: 'reason', label: 'Cause', options: [{ value: reason, label: reasonWords(reason) }] }] : []),
  { key: 'since', label: 'From', kind: 'date' as const },
  { key: 'until', label: 'To', kind: 'date' as const },
]

function List({ filter, webhooks }: { filter: Record<string, string>; webhooks: readonly Webhook[] }) {
  const { values } = useSearch()
  const { cursor } = values
  const deliveries = useRead('/{account}/deliveries', { query: { ...filter, cursor } })
  return (
    <Loaded read={deliveries} lines={8}>
      {({ deliveries, nextCursor }) => (
        <>
          {deliveries.length === 0 ? (
            <NoDeliveries isFiltered={Object.keys(filter).length > 0} hasWebhook={webhooks.length > 0} />
          ) : (
            <Table
              caption="Deliveries"
              columns={columnsOf(webhooks)}
              rows={deliveries}
              rowKey={({ id }) => String(id)}
            />
          )}
          <Pager next={nextCursor} count={deliveries.length} />
        </>
      )}
    </Loaded>
  )
}

function NoDeliveries({ isFiltered, hasWebhook }: { isFiltered: boolean; hasWebhook: boolean }) {
  if (isFiltered) return <EmptyState title="No such deliveries">Nothing in the log matches these filters.</EmptyState>
  return (
    <EmptyState
      title="Nothing has been sent yet"
      action={
        <Link to="/webhooks" class="button primary">
          {hasWebhook ? 'Send a test' : 'Add a webhook'}
        </Link>
      }
    >
      {hasWebhook
        ? 'The next event of your account appears here, with the response of your receiver.'
        : 'With a webhook, each event of your account is sent to your receiver, and appears here with its answer.'}
    </EmptyState>
  )
}
