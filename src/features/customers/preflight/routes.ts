import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { Preflight, PreflightQuery } from './schema.ts'
import { checkCustomer } from './service.ts'

const tags = ['Customers']
const CUSTOMER = Type.String({ description: 'Id of the customer, prefix cust_.' })
const DESCRIPTION =
  "Checks which permissions the customer's tenant has granted and which licences it has, and reports what a run of each product could read. If the tenant has not approved the partner or cannot be reached, the response says so; without an approval the tenant is not contacted. Takes up to 15 seconds."
const PROBLEMS = ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED'] as const

export function preflightRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/preflight',
    {
      schema: {
        operationId: 'checkCustomer',
        summary: 'Check what a run could read',
        description: DESCRIPTION,
        tags,
        params: Type.Object({ id: CUSTOMER }),
        querystring: PreflightQuery,
        response: { 200: Preflight, ...problems('PARTNER_INACTIVE', ...PROBLEMS) },
      },
    },
    (request) => checkCustomer(app, request.actor, request.params.id, request.query.product),
  )
}

/** Like `preflightRoutes`, for the customers of a distributor's partner. */
export function partnersPreflightRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/customers/:customerId/preflight',
    {
      schema: {
        operationId: 'checkPartnerCustomer',
        summary: "Check what a run on a partner's customer could read",
        description: `${DESCRIPTION} The customer belongs to one of your partners.`,
        tags,
        params: Type.Object({
          id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
          customerId: CUSTOMER,
        }),
        querystring: PreflightQuery,
        response: { 200: Preflight, ...problems('DISTRIBUTOR_INACTIVE', ...PROBLEMS) },
      },
    },
    async (request) => {
      const { id, customerId } = request.params
      const actor = await actForPartner(app, request.distributor, id)
      return await checkCustomer(app, actor, customerId, request.query.product)
    },
  )
}
