import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import type { WebhookRoutesOptions } from '../rules.ts'
import { ActivatedSecret, CreatedSecret, NewSecret } from '../schema.ts'
import { activateNextSecret, createNextSecret } from './service.ts'

const params = Type.Object({ id: Type.String() })
const strong = { role: 'admin', strong: true } as const

/** A secret is replaced in two steps: the next one signs beside the current one until the replacement is finished. */
export function rotationRoutes(http: Http, app: App, { accountOf }: WebhookRoutesOptions): void {
  http.post(
    '/webhooks/:id/rotate',
    { config: strong, schema: { params, body: NewSecret, response: { 201: CreatedSecret } } },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      const call = { account, endpointId: request.params.id, idempotency: request.idempotency }
      return reply.code(201).send(await createNextSecret(app, author, call, request.body.secret))
    },
  )

  http.post(
    '/webhooks/:id/rotate/finish',
    { config: strong, schema: { params, response: { 200: ActivatedSecret } } },
    (request) => {
      const { author, account } = accountOf(request)
      const call = { account, endpointId: request.params.id, idempotency: request.idempotency }
      return activateNextSecret(app, author, call)
    },
  )
}
