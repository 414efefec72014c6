import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { CustomersExceptionQuery, CustomersExceptions } from './schema.ts'
import { getCustomersExceptions } from './service.ts'

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
}
