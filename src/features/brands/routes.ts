import { BODY_PROBLEMS, type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { ReportBrand, ReportBrandChange } from './schema.ts'
import { changeBrand, getBrand } from './service.ts'

const tags = ['Account']

/** How a partner's own reports look. */
export function brandRoutes(http: Http, app: App): void {
  http.get(
    '/brand',
    {
      schema: {
        operationId: 'getBrand',
        summary: 'Read how your reports look',
        description: 'The colour, the logo and the time zone of your reports; what you have not chosen is left out.',
        tags,
        response: { 200: ReportBrand, ...problems('PARTNER_INACTIVE') },
      },
    },
    (request) => getBrand(app, request.actor.partnerId),
  )

  http.put(
    '/brand',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeBrand',
        summary: 'Change how your reports look',
        description:
          'Only the fields sent are changed; null removes one. Applies to all reports, including those of earlier runs.',
        tags,
        body: ReportBrandChange,
        response: { 200: ReportBrand, ...problems('PARTNER_INACTIVE', ...BODY_PROBLEMS) },
      },
    },
    ({ actor, body }) =>
      changeBrand(app, actor, { partnerId: actor.partnerId, distributorId: actor.distributorId }, body),
  )
}
