import { type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import type { LogRoutesOptions } from './rules.ts'
import { EventList, EventQuery } from './schema.ts'
import { listAccountEvents } from './service.ts'

export function eventRoutes(http: Http, app: App, { inactive, prefix, reader }: LogRoutesOptions): void {
  http.get(
    '/events',
    {
      schema: {
        operationId: `list${prefix}Events`,
        summary: 'List events',
        description: 'What happened, newest first, exactly as webhooks carry it.',
        tags: ['Account'],
        querystring: EventQuery,
        response: { 200: EventList, ...problems(inactive, 'INVALID_FIELD') },
      },
    },
    (request) => listAccountEvents(app, reader(request), request.query),
  )
}
