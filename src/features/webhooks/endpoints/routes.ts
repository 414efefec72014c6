import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { HOUR_MS } from '../../../shared/dates/time-units.ts'
import type { WebhookRoutesOptions } from '../rules.ts'
import { CreatedSecret, Endpoint, EndpointChange, EndpointList, NewEndpoint, Pause } from '../schema.ts'
import {
  changeEndpointSettings,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  pauseEndpoint,
  setEndpoint,
} from './service.ts'

const params = Type.Object({ id: Type.String() })

/** An address often holds a secret of the receiver, so only administrators see the configuration. */
const admin = { role: 'admin' } as const
const strong = { role: 'admin', strong: true } as const

/** The configuration of webhooks, which the contract leaves to the portal. */
export function endpointRoutes(http: Http, app: App, { accountOf }: WebhookRoutesOptions): void {
  http.get('/webhooks', { config: admin, schema: { response: { 200: EndpointList } } }, async (request) => ({
    webhooks: await listEndpoints(app, accountOf(request).account),
  }))

  http.get('/webhooks/:id', { config: admin, schema: { params, response: { 200: Endpoint } } }, (request) =>
    getEndpoint(app, accountOf(request).account, request.params.id),
  )

  http.post(
    '/webhooks',
    {
      config: strong,
      schema: {
        body: NewEndpoint,
        response: { 201: CreatedSecret, ...problems('DUPLICATE_ITEM', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      const input = { ...request.body, isNew: true }
      return reply.code(201).send(await setEndpoint(app, author, account, input, request.idempotency))
    },
  )

  http.patch(
    '/webhooks/:id',
    { config: strong, schema: { params, body: EndpointChange, response: { 200: Endpoint } } },
    async (request) => {
      const { author, account } = accountOf(request)
      const endpointId = request.params.id
      await changeEndpointSettings(app, author, { account, endpointId }, request.body)
      return await getEndpoint(app, account, endpointId)
    },
  )

  http.delete(
    '/webhooks/:id',
    { config: strong, schema: { params, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      await deleteEndpoint(app, author, { account, endpointId: request.params.id })
      return reply.code(204).send(null)
    },
  )

  pauseRoutes(http, app, accountOf)
}

function pauseRoutes(http: Http, app: App, accountOf: WebhookRoutesOptions['accountOf']): void {
  http.post(
    '/webhooks/:id/pause',
    { config: admin, schema: { params, body: Pause, response: { 200: Endpoint } } },
    async (request) => {
      const { author, account } = accountOf(request)
      const call = { account, endpointId: request.params.id, idempotency: request.idempotency }
      await pauseEndpoint(app, author, call, new Date(app.now().getTime() + request.body.hours * HOUR_MS))
      return await getEndpoint(app, account, request.params.id)
    },
  )

  http.post(
    '/webhooks/:id/resume',
    { config: admin, schema: { params, response: { 200: Endpoint } } },
    async (request) => {
      const { author, account } = accountOf(request)
      const call = { account, endpointId: request.params.id, idempotency: request.idempotency }
      await pauseEndpoint(app, author, call, null)
      return await getEndpoint(app, account, request.params.id)
    },
  )
}
