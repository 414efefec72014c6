import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { PartnersUsage, PartnersUsageFileQuery, PartnersUsageQuery } from './schema.ts'
import { getPartnersUsage, renderPartnersUsage } from './service.ts'

/** What a distributor's partners use of their plans. Register behind a session, for distributors. */
export function partnersUsageRoutes(http: Http, app: App): void {
  http.get(
    '/usage/partners',
    { schema: { querystring: PartnersUsageQuery, response: { 200: PartnersUsage, ...problems('INVALID_FIELD') } } },
    (request) => getPartnersUsage(app, request.distributor, request.query),
  )

  http.get(
    '/usage/partners/file',
    { schema: { querystring: PartnersUsageFileQuery, response: { ...problems('INVALID_FIELD') } } },
    async ({ distributor, query }, reply) => {
      const { body, disposition } = await renderPartnersUsage(app, distributor, query)
      return await reply
        .headers({
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': disposition,
          'Cache-Control': 'private, no-cache',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(body)
    },
  )
}
