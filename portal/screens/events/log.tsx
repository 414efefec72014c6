import type { ComponentChildren } from 'preact'
import type { AccountKind, Reads } from '../../endpoints.ts'
import { Code } from '../../parts/call.tsx'
import { Id } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Facts } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { describeEvent } from './describe-event.ts'
import { EVENT_NAMES } from './words.ts'

type Log = Reads['/{account}/events/log']
type Event = Log['events'][number]
type Names = Log['names']

const FILTERS = [
  {
    key: 'type',
    label: 'Event',
    options: Object.entries(EVENT_NAMES).map(([value, label]) => ({ value, label })),
  },
]

/** The events of the account, page by page, and the body of the one that is open. */
export function EventLog() {
  const { values, set } = useSearch()
  const { type, cursor, event: open } = values
  const events = useRead('/{account}/events/log', { query: { type, cursor, include: 'optional' } })
  const { kind } = useSession().account
  const show = (id: string): void => set({ event: id }, { push: true })
  return (
    <>
      <Filters fields={FILTERS} />
      <Loaded read={events} lines={8}>
        {({ events, names, nextCursor }) => {
          const shown = events.find(({ id }) => id === open)
          return (
            <>
              {events.length === 0 ? (
                <NoEvents type={type} />
              ) : (
                <Table
                  caption="Events"
                  columns={columnsOf(show, kind, names)}
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

const NOTHING = <span class="soft">–</span>

function columnsOf(open: (id: string) => void, kind: AccountKind, names: Names): readonly Column<Event>[] {
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
    ...(kind === 'distributor'
      ? [{ id: 'partner', header: 'Partner', cell: (event: Event) => partnerOf(event, names) }]
      : []),
    { id: 'customer', header: 'Customer', cell: (event) => customerOf(event, kind, names) },
    { id: 'what', header: 'Details', cell: (event) => describeEvent(event) || NOTHING },
    { id: 'name', header: 'Type', cell: ({ type }) => <TypeName type={type} /> },
    { id: 'when', header: 'When', narrow: true, cell: ({ timestamp }) => <Time at={timestamp} show="logged" /> },
  ]
}

/** The customer that an event is about. A deleted one has only the name that the event carries, and no screen. */
function customerOf({ data }: Event, kind: AccountKind, names: Names): ComponentChildren {
  const { customerId: id, name } = data
  if (typeof id !== 'string') return NOTHING
  const known = names[id]
  if (known === undefined) return typeof name === 'string' ? name : NOTHING
  if (kind === 'distributor') return known
  return (
    <Link to="/customers/:id" params={{ id }}>
      {known}
    </Link>
  )
}

function partnerOf({ data: { partnerId: id } }: Event, names: Names): ComponentChildren {
  const known = typeof id === 'string' ? names[id] : undefined
  if (typeof id !== 'string' || known === undefined) return NOTHING
  return (
    <Link to="/partners/:id" params={{ id }}>
      {known}
    </Link>
  )
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
