import type { App } from '../../../app.ts'
import type { LogScope } from '../../events/rules.ts'
import type { EventQuery } from '../../events/schema.ts'
import { listAccountEvents } from '../../events/service.ts'
import { listNames } from '../audit/store.ts'
import type { EventLog } from './schema.ts'

/** One page of events, and what the customers and partners that they are about are called. */
export async function getEventLog(app: App, scope: LogScope, query: EventQuery): Promise<EventLog> {
  const list = await listAccountEvents(app, scope, query)
  const ids = new Set(
    list.events.flatMap(({ data }) => [data.customerId, data.partnerId].filter((id) => typeof id === 'string')),
  )
  const named = ids.size === 0 ? [] : await listNames(app.db, scope, [...ids])
  return { ...list, names: Object.fromEntries(named.map(({ id, name }) => [id, name ?? id])) }
}
