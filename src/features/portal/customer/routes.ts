import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { AskedPeople, CustomerOverview, RunningQuery, RunningRuns } from './schema.ts'
import { getCustomerOverview, listAskedPeople, listRunning } from './service.ts'

export function customerOverviewRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/overview',
    { schema: { params: Type.Object({ id: Type.String() }), response: { 200: CustomerOverview } } },
    (request) => getCustomerOverview(app, request.actor, request.params.id),
  )

  http.get(
    '/customers/:id/asked',
    { schema: { params: Type.Object({ id: Type.String() }), response: { 200: AskedPeople } } },
    (request) => listAskedPeople(app, request.actor, request.params.id),
  )

  http.get('/running-runs', { schema: { querystring: RunningQuery, response: { 200: RunningRuns } } }, (request) =>
    listRunning(app, request.actor, request.query.customerId),
  )
}
