import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { Preflight, PreflightQuery } from './schema.ts'
import { checkCustomer } from './service.ts'

const tags = ['Customers']
const CUSTOMER = Type.String({ description: 'Id of the customer, prefix cust_.' })
const DESCRIPTION =
  "Asks the customer's tenant which permissions it has granted and which licences it has, and reports what a run of each product would be able to read. A tenant that has not approved the partner, or cannot be reached, is an answer as well; one that has not approved it is not asked. Takes up to 15 seconds."
const PROBLEMS = ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED'] as const

export function preflightRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/preflight',
    {
      schema: {
        operationId: 'checkCustomer',
        summary: 'Look ahead at what a run will see',
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

/** The same for the customers of a distributor's partner. */
export function partnersPreflightRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/customers/:customerId/preflight',
    {
      schema: {
        operationId: 'checkPartnerCustomer',
        summary: "Look ahead at what a run on a partner's customer will see",
        description: `${DESCRIPTION} The customer is that of one of your partners.`,
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
