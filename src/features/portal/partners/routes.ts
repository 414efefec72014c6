import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems, validateRows } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { AuditQuery } from '../../audit/schema.ts'
import { MAX_PARTNERS, NewPartner, NewPartners } from '../../partners/schema.ts'
import { AuditLog } from '../audit/schema.ts'
import { PartnerShown, PartnersPreview, PartnersShown } from './schema.ts'
import { getPartnerShown, listPartnerAudit, listPartnersShown, previewPartners } from './service.ts'

const params = Type.Object({ id: Type.String() })

/** What the portal shows a distributor of its partners. Register behind a session, for distributors. */
export function partnersShownRoutes(http: Http, app: App): void {
  http.get('/portfolio', { schema: { response: { 200: PartnersShown, ...problems() } } }, ({ distributor }) =>
    listPartnersShown(app, distributor),
  )

  http.get(
    '/partners/:id/overview',
    { schema: { params, response: { 200: PartnerShown, ...problems('NOT_FOUND') } } },
    (request) => getPartnerShown(app, request.distributor, request.params.id),
  )

  http.get(
    '/partners/:id/audit',
    {
      schema: {
        params,
        querystring: AuditQuery,
        response: { 200: AuditLog, ...problems('NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    (request) => listPartnerAudit(app, request.distributor, request.params.id, request.query),
  )

  http.post(
    '/partners/preview',
    {
      config: { role: 'admin' },
      schema: {
        body: NewPartners,
        response: { 200: PartnersPreview, ...problems('TOO_MANY', ...BODY_PROBLEMS) },
      },
    },
    (request) =>
      previewPartners(app, request.distributor, validateRows(request, NewPartner, request.body.partners, MAX_PARTNERS)),
  )
}
