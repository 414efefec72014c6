import { Type } from 'typebox'
import { type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { onStandby } from '../../platform/database/standby/reads.ts'
import type { DistributorActor } from '../../shared/actor.ts'
import type { LogRoutesOptions, LogScope } from './rules.ts'
import { EVENT_CATALOGUE, EventKinds, EventList, EventQuery } from './schema.ts'
import { listAccountEvents } from './service.ts'

export function eventRoutes(http: Http, app: App, { inactive, prefix, scopeOf }: LogRoutesOptions): void {
  const whose = prefix === '' ? 'your account' : 'your account and all your partners'
  http.get(
    '/events',
    {
      schema: {
        operationId: `list${prefix}Events`,
        summary: 'List events',
        description: `What happened to ${whose}, newest first, exactly as webhooks receive it. Events of optional types are left out unless \`include\` or \`type\` asks for them.`,
        tags: ['Account'],
        querystring: EventQuery,
        response: { 200: EventList, ...problems(inactive, 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => listAccountEvents(reads, scopeOf(request), request.query)),
  )
}

/** The kinds of events that webhooks can carry, each with a sample; only the portal shows them. */
export function eventTypeRoutes(http: Http): void {
  http.get('/event-types', { schema: { response: { 200: EventKinds } } }, async () => ({
    eventTypes: [...EVENT_CATALOGUE],
  }))
}

/** The events of a distributor's partner; `scopeOf` throws NOT_FOUND if the distributor has no such partner. */
export function partnersEventRoutes(
  http: Http,
  app: App,
  scopeOf: (distributor: DistributorActor, partnerId: string) => Promise<LogScope>,
): void {
  http.get(
    '/partners/:id/events',
    {
      schema: {
        operationId: 'listPartnerEvents',
        summary: "List a partner's events",
        description:
          'What happened to one of your partners, newest first, exactly as its webhooks receive it. Without the events that only you receive.',
        tags: ['Partners'],
        params: Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }) }),
        querystring: EventQuery,
        response: { 200: EventList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async (request) => {
      const scope = await scopeOf(request.distributor, request.params.id)
      return await onStandby(app, (reads) => listAccountEvents(reads, scope, request.query))
    },
  )
}
