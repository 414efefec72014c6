import type { App } from '../../app.ts'
import { isId, newId } from '../../shared/ids.ts'
import { readPage, takePage } from '../../shared/pagination.ts'
import { type EventType, isOptional, type LogOwner, type LogScope } from './rules.ts'
import type { EventList, EventQuery } from './schema.ts'
import { listEvents } from './store.ts'

/** Logs can be long, so a request without `limit` gets one page as well. */
const DEFAULT_PAGE_SIZE = 50

export interface EventRow {
  id: string
  partner_id: string | null
  distributor_id: string | null
  /** The customer that the event is about. The event is deleted with the customer. */
  customer_id: string | null
  type: EventType
  /** Whether webhooks without a filter and lists leave it out. */
  is_optional: boolean
  /** JSON; stored as its UTF-8 bytes. */
  body: string
  occurred_at: Date
}

/** Only the distributor receives events of these kinds. */
const DISTRIBUTOR_ONLY: readonly EventType[] = ['partner.activated', 'partner.suspended']

/** One row for both partner and distributor; every delivery sends its body unchanged, byte for byte. */
export function toEventRow(owner: LogOwner, type: EventType, data: Record<string, unknown>, at: Date): EventRow {
  const id = newId('evt')
  return {
    id,
    partner_id: DISTRIBUTOR_ONLY.includes(type) ? null : owner.partnerId,
    distributor_id: owner.distributorId,
    customer_id: customerIdOf(data),
    type,
    is_optional: isOptional(type),
    body: JSON.stringify({ id, type, timestamp: at.toISOString(), data }),
    occurred_at: at,
  }
}

/** The id of the customer that the data of an event or audit row is about; null if it is not about a customer. */
export const customerIdOf = (data: Record<string, unknown> | undefined): string | null =>
  typeof data?.customerId === 'string' && isId('cust', data.customerId) ? data.customerId : null

/** The logs that a change belongs to: those of a partner and of its distributor. */
export const ownerOf = ({
  partnerId,
  distributorId,
}: {
  partnerId: string
  distributorId: string | null
}): LogOwner => ({
  partnerId,
  distributorId,
})

/** One page of events, newest first. Optional ones are left out, unless the query includes them or names their type. */
export async function listAccountEvents(
  app: App,
  scope: LogScope,
  { type, include, cursor, limit }: EventQuery,
): Promise<EventList> {
  // `reader` is part of the cursors that clients have: another name would invalidate them.
  const asked = { list: 'events', reader: scope, type: type ?? null, ...(include !== undefined && { include }) }
  const request = { limit: limit ?? DEFAULT_PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
  const filter = { ...(type !== undefined && { type }), withOptional: include !== undefined }
  const rows = await listEvents(app.db, scope, filter, { ...readPage(request, asked), limit: request.limit + 1 })
  const { items, nextCursor } = takePage(rows, request, asked)
  return {
    events: items.map(({ body }) => JSON.parse(body.toString('utf8'))),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}
