import type { Reads } from '../../endpoints.ts'
import { Code } from '../../parts/call.tsx'
import { Id } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Facts } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { describeEvent } from './describe-event.ts'
import { EVENT_NAMES } from './words.ts'

type Event = Reads['/{account}/events']['events'][number]

const FILTERS = [
  {
    key: 'type',
    label: 'Event',
    options: Object.entries(EVENT_NAMES).map(([value, label]) => ({ value, label })),
  },
]

/** The events of the account, page by page, and the body of the one that is open. */
export function Log() {
  const { values, set } = useSearch()
  const { type, cursor, event: open } = values
  const events = useRead('/{account}/events', { query: { type, cursor, include: 'optional' } })
  const columns = columnsOf((id) => set({ event: id }, { push: true }))
  return (
    <>
      <Filters fields={FILTERS} />
      <Loaded read={events} lines={8}>
        {({ events, nextCursor }) => {
          const shown = events.find(({ id }) => id === open)
          return (
            <>
              {events.length === 0 ? (
                <NoEvents type={type} />
              ) : (
                <Table
                  caption="Events"
                  columns={columns}
                  rows={events}
                  rowKey={({ id }) => id}
                  {...(open !== undefined && { current: open })}
                />
              )}
              <Pager next={nextCursor} count={events.length} />
              {shown && <EventDialog event={shown} onClose={() => set({ event: undefined })} />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function columnsOf(open: (id: string) => void): readonly Column<Event>[] {
  return [
    {
      id: 'type',
      header: 'Event',
      isName: true,
      cell: ({ id, type }) => (
        <button
          type="button"
          class="link"
          aria-label={`${EVENT_NAMES[type]}: show the payload`}
          onClick={() => open(id)}
        >
          {EVENT_NAMES[type]}
        </button>
      ),
    },
    { id: 'what', header: 'Details', cell: (event) => describeEvent(event) },
    { id: 'name', header: 'Type', cell: ({ type }) => <TypeName type={type} /> },
    { id: 'when', header: 'When', narrow: true, cell: ({ timestamp }) => <Time at={timestamp} show="logged" /> },
  ]
}

/** A type, which narrow columns break after its dot. */
function TypeName({ type }: { type: string }) {
  const [noun, verb] = type.split('.')
  return (
    <code>
      {noun}.<wbr />
      {verb}
    </code>
  )
}

function NoEvents({ type }: { type: string | undefined }) {
  return type === undefined ? (
    <EmptyState title="No events yet" call={{ path: '/events' }}>
      An event is written when a run starts or ends, and when a customer, key or account changes.
    </EmptyState>
  ) : (
    <EmptyState title="No such events">No event of this type is stored.</EmptyState>
  )
}

function EventDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  return (
    <Dialog title={EVENT_NAMES[event.type]} onClose={onClose} size="wide">
      <div class="stack">
        <Facts
          facts={[
            ['Id', <Id key="id" value={event.id} what="event id" />],
            ['When', <Time key="when" at={event.timestamp} show="exact" />],
            ['Type', <code key="type">{event.type}</code>],
          ]}
        />
        <h3>Body of the webhook</h3>
        <Code text={JSON.stringify(event, undefined, 2)} what="body" />
      </div>
    </Dialog>
  )
}
