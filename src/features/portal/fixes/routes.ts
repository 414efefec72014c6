import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { FixDetail, FixFileQuery, FixList, FixQuery, SharedChanges } from './schema.ts'
import { getFix, listChangesOfCustomers, listFixes, renderFixes } from './service.ts'

/** Findings across all customers of a partner. */
export function fixRoutes(http: Http, app: App): void {
  http.get(
    '/fixes',
    { schema: { querystring: FixQuery, response: { 200: FixList, ...problems('INVALID_FIELD') } } },
    (request) => listFixes(app, request.actor, request.query),
  )

  http.get('/fixes/changes', { schema: { response: { 200: SharedChanges } } }, (request) =>
    listChangesOfCustomers(app, request.actor),
  )

  http.get(
    '/fixes/file',
    { schema: { querystring: FixFileQuery, response: { ...problems('INVALID_FIELD') } } },
    async ({ actor, query }, reply) =>
      reply
        .headers({
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="fixes.csv"',
          'Cache-Control': 'private, no-cache',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(await renderFixes(app, actor, query)),
  )

  http.get(
    '/fixes/:id',
    {
      schema: {
        params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
        response: { 200: FixDetail, ...problems('NOT_FOUND') },
      },
    },
    (request) => getFix(app, request.actor, request.params.id),
  )
}
