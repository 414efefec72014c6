import type { Reads } from '../../endpoints.ts'
import { Id } from '../../parts/copy.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'

type Event = Reads['/{account}/events']['events'][number]

const COLUMNS: readonly Column<Event>[] = [
  { id: 'type', header: 'Event', cell: ({ type }) => <code>{type}</code>, isName: true },
  { id: 'at', header: 'When', cell: ({ timestamp }) => <Time at={timestamp} /> },
  { id: 'id', header: 'Id', cell: ({ id }) => <Id value={id} what="event id" /> },
]

/** The log of events, exactly as webhooks carry them. */
export default function Events() {
  const events = useRead('/{account}/events')
  return (
    <Screen
      title="Events"
      intro="What happened, newest first, exactly as webhooks carry it."
      call={{ title: 'List events', path: '/events' }}
    >
      <Loaded read={events}>
        {({ events }) =>
          events.length === 0 ? (
            <EmptyState title="No events yet" call={{ path: '/events' }}>
              An event is written when a run starts or ends, or when a customer, key or account changes.
            </EmptyState>
          ) : (
            <Table caption="Events" columns={COLUMNS} rows={events} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Screen>
  )
}
