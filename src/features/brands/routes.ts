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
        summary: 'Read the branding of your reports',
        description:
          'The name, logo, colour, contact, time zone and locale of your reports. Values that you have not set are absent.',
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
        summary: 'Change the branding of your reports',
        description:
          'Only the fields in the request change; null removes one. Applies to all reports, including those of earlier runs.',
        tags,
        body: ReportBrandChange,
        response: { 200: ReportBrand, ...problems('PARTNER_INACTIVE', ...BODY_PROBLEMS) },
      },
    },
    ({ actor, body }) =>
      changeBrand(app, actor, { partnerId: actor.partnerId, distributorId: actor.distributorId }, body),
  )
}
