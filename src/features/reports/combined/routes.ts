import { Type } from 'typebox'
import { forPartner, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { onStandby } from '../../../platform/database/standby/reads.ts'
import { actForPartner } from '../../accounts/service.ts'
import { MEDIA_TYPES } from '../formats/rules.ts'
import { sendReportFile } from '../formats/send-file.ts'
import { CombinedQuery } from './schema.ts'
import { getCombinedFile } from './service.ts'

const tags = ['Customers']

const description =
  'One report on a customer for several frameworks, from the newest completed run of each: a summary of all frameworks, one list of actions without duplicates across frameworks, and then each framework. Send its ETag as If-None-Match to get a 304 if it has not changed.'

const CUSTOMER = Type.String({ description: 'Id of the customer, prefix cust_.' })

const answer = {
  description: 'The report, in the media type of its format.',
  content: {
    [MEDIA_TYPES.html]: { schema: Type.String({ description: 'One self-contained page.' }) },
    [MEDIA_TYPES.pdf]: { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
  },
}

const PROBLEMS = ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_PRODUCT', 'REPORT_NOT_READY'] as const

/** Reports about a partner's own customers. */
export function combinedRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/report',
    {
      schema: {
        operationId: 'getCustomerReport',
        summary: 'Read one report on a customer for several frameworks',
        description,
        tags,
        params: Type.Object({ id: CUSTOMER }),
        querystring: CombinedQuery,
        response: { 200: answer, ...problems('PARTNER_INACTIVE', ...PROBLEMS) },
      },
    },
    async ({ actor, params, query, headers, signal }, reply) => {
      const wanted = { ...query, customerId: params.id }
      const file = await onStandby(app, (reads) => getCombinedFile(reads, actor.partnerId, wanted, signal))
      return sendReportFile(reply, file, headers['if-none-match'])
    },
  )
}

/** Like `combinedRoutes`, for customers of a distributor's partner. */
export function partnersCombinedRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/customers/:customerId/report',
    {
      schema: {
        operationId: 'getPartnerCustomerReport',
        summary: "Read one report on a partner's customer for several frameworks",
        description: forPartner(description),
        tags,
        params: Type.Object({
          id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
          customerId: CUSTOMER,
        }),
        querystring: CombinedQuery,
        response: { 200: answer, ...problems('DISTRIBUTOR_INACTIVE', ...PROBLEMS) },
      },
    },
    async ({ distributor, params, query, headers, signal }, reply) => {
      const { partnerId } = await actForPartner(app, distributor, params.id)
      const wanted = { ...query, customerId: params.customerId }
      const file = await onStandby(app, (reads) => getCombinedFile(reads, partnerId, wanted, signal))
      return sendReportFile(reply, file, headers['if-none-match'])
    },
  )
}
