import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { PartnerUsage, PartnerUsageQuery } from './schema.ts'
import { getPartnerUsage } from './service.ts'

export function partnerUsageRoutes(http: Http, app: App): void {
  http.get(
    '/usage',
    { schema: { querystring: PartnerUsageQuery, response: { 200: PartnerUsage, ...problems('INVALID_FIELD') } } },
    (request) => getPartnerUsage(app, request.actor, request.query),
  )
}
