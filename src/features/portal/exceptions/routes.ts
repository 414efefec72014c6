import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { CustomersExceptionQuery, CustomersExceptions, RequirementList } from './schema.ts'
import { getCustomersExceptions, getRequirements } from './service.ts'

/** The exceptions of all customers of a partner. */
export function customersExceptionRoutes(http: Http, app: App): void {
  http.get(
    '/portfolio/exceptions',
    {
      schema: {
        querystring: CustomersExceptionQuery,
        response: { 200: CustomersExceptions, ...problems('INVALID_FIELD') },
      },
    },
    (request) => getCustomersExceptions(app, request.actor, request.query),
  )

  http.get(
    '/portfolio/requirements',
    {
      schema: {
        querystring: Type.Object({ product: Type.String({ maxLength: 100 }) }),
        response: { 200: RequirementList, ...problems('INVALID_FIELD', 'NOT_FOUND') },
      },
    },
    async (request) => getRequirements(request.query.product),
  )
}
