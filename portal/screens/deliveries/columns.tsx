import { formatNumber } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { kindName, receiverOf, type Webhook } from '../webhooks/words.ts'
import { type Delivery, reasonWords, stateOf } from './words.ts'

/** The columns of the log. The receiver stands below the event where there are several. */
export function columnsOf(webhooks: readonly Webhook[]): readonly Column<Delivery>[] {
  return [
    {
      id: 'event',
      header: 'Event',
      isName: true,
      cell: ({ id, type, cause, endpointId }) => (
        <>
          <Link to="/deliveries/:id" params={{ id: String(id) }} label={`${kindName(type)}, delivery ${id}`}>
            {kindName(type)}
          </Link>
          {webhooks.length > 1 && <p class="soft small">{receiverOf(webhooks, endpointId)}</p>}
          {cause === 'replay' && <p class="soft small">Sent again</p>}
        </>
      ),
    },
    { id: 'state', header: 'State', narrow: true, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      id: 'why',
      header: 'Last response',
      cell: ({ reason, lastStatus, state }) =>
        reason !== undefined && state !== 'delivered'
          ? reasonWords(reason)
          : lastStatus === undefined
            ? '–'
            : String(lastStatus),
    },
    { id: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
    {
      id: 'when',
      header: 'When',
      cell: ({ createdAt, nextAttemptAt, state, attempts }) => (
        <>
          <Time at={createdAt} show="logged" />
          {state === 'pending' && attempts > 0 && nextAttemptAt !== undefined && (
            <p class="small soft line">
              Next try <Time at={nextAttemptAt} />
            </p>
          )}
        </>
      ),
    },
  ]
}

/** The state of a delivery, never by colour alone. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'state' | 'attempts'> }) {
  const { tone, words } = stateOf(delivery)
  return <Badge tone={tone}>{words}</Badge>
}
