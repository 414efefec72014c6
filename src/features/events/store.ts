import type { Connection } from '../../platform/database/database.ts'
import { pageLimit } from '../../platform/database/statement.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { EventType, LogScope } from './rules.ts'

/** Without `type`, events of all types, and of optional types only `withOptional`. */
export async function listEvents(
  db: Connection,
  scope: LogScope,
  { type, withOptional }: { type?: EventType; withOptional: boolean },
  page: { limit: number; after?: ListPosition },
) {
  let query = db.selectFrom('events').select(['id', 'body', 'occurred_at as createdAt'])
  query =
    'partnerId' in scope
      ? query.where('partner_id', '=', scope.partnerId)
      : query.where('distributor_id', '=', scope.distributorId)
  if (type !== undefined) query = query.where('type', '=', type)
  else if (!withOptional) query = query.where('is_optional', '=', false)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('occurred_at', 'id'), '<', eb.tuple(new Date(createdAt), id)))
  }
  return await query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(pageLimit(page.limit)).execute()
}
