import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { readDeliveryId, type WebhookRoutesOptions } from '../rules.ts'
import {
  DeliveryDetail,
  DeliveryList,
  DeliveryListQuery,
  FailureReasons,
  NewDelivery,
  ReasonQuery,
  readFilter,
} from '../schema.ts'
import { getDelivery, getDeliveryPage, listReasons, sendTest } from './service.ts'

const admin = { role: 'admin' } as const

/** The log of deliveries. Its bodies and answers may hold whatever a receiver sends back. */
export function deliveryRoutes(http: Http, app: App, { accountOf }: WebhookRoutesOptions): void {
  http.get(
    '/deliveries',
    { config: admin, schema: { querystring: DeliveryListQuery, response: { 200: DeliveryList } } },
    (request) => getDeliveryPage(app, accountOf(request).account, readFilter(request.query), request.query),
  )

  http.get(
    '/webhooks/:id/deliveries',
    {
      config: admin,
      schema: {
        params: Type.Object({ id: Type.String() }),
        querystring: DeliveryListQuery,
        response: { 200: DeliveryList },
      },
    },
    (request) => {
      const query = { ...readFilter(request.query), endpointId: request.params.id }
      return getDeliveryPage(app, accountOf(request).account, query, request.query)
    },
  )

  http.get(
    '/deliveries/reasons',
    { config: admin, schema: { querystring: ReasonQuery, response: { 200: FailureReasons } } },
    (request) => listReasons(app, accountOf(request).account, readFilter(request.query)),
  )

  http.get(
    '/deliveries/:delivery',
    {
      config: admin,
      schema: { params: Type.Object({ delivery: Type.String() }), response: { 200: DeliveryDetail } },
    },
    (request) => getDelivery(app, accountOf(request).account, readDeliveryId(request.params.delivery)),
  )

  http.post(
    '/webhooks/:id/test',
    { config: admin, schema: { params: Type.Object({ id: Type.String() }), response: { 202: NewDelivery } } },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      const call = { account, endpointId: request.params.id, idempotency: request.idempotency }
      return reply.code(202).send(await sendTest(app, author, call))
    },
  )
}
