import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Preflight, PreflightQuery } from './schema.ts'
import { checkCustomer } from './service.ts'

export function preflightRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/preflight',
    {
      schema: {
        operationId: 'checkCustomer',
        summary: 'Look ahead at what a run will see',
        description:
          "Asks the customer's tenant which permissions it has granted and which licences it has, and tells what a run of each product would be able to read. A tenant that has not consented, or cannot be reached, is an answer as well. Takes up to 15 seconds.",
        tags: ['Customers'],
        params: Type.Object({ id: Type.String({ description: 'Id of the customer, prefix cust_.' }) }),
        querystring: PreflightQuery,
        response: {
          200: Preflight,
          ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD', 'INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED'),
        },
      },
    },
    (request) => checkCustomer(app, request.actor, request.params.id, request.query.product),
  )
}
