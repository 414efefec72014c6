import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { onStandby } from '../../../platform/database/standby/reads.ts'
import type { LogRoutesOptions } from '../../events/rules.ts'
import { EventQuery } from '../../events/schema.ts'
import { EventLog } from './schema.ts'
import { getEventLog } from './service.ts'

/** The log of events as people read it. */
export function eventLogRoutes(http: Http, app: App, { scopeOf }: Pick<LogRoutesOptions, 'scopeOf'>): void {
  http.get(
    '/events/log',
    { schema: { querystring: EventQuery, response: { 200: EventLog, ...problems('INVALID_FIELD') } } },
    (request) => onStandby(app, (reads) => getEventLog(reads, scopeOf(request), request.query)),
  )
}
