import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import type { WebhookRoutesOptions } from '../../rules.ts'
import { ChannelChange, Endpoint, NewChannel } from '../../schema.ts'
import { getEndpoint } from '../service.ts'
import { changeChannel, createChannel } from './service.ts'

const strong = { role: 'admin', strong: true } as const

/** Channels of Teams and Slack. They are listed, tested, paused and deleted as webhooks are. */
export function channelRoutes(http: Http, app: App, { accountOf }: WebhookRoutesOptions): void {
  http.post(
    '/channels',
    {
      config: strong,
      schema: {
        body: NewChannel,
        response: { 201: Type.Object({ id: Type.String() }), ...problems(...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      return reply.code(201).send(await createChannel(app, author, account, request.body, request.idempotency))
    },
  )

  http.patch(
    '/channels/:id',
    {
      config: strong,
      schema: { params: Type.Object({ id: Type.String() }), body: ChannelChange, response: { 200: Endpoint } },
    },
    async (request) => {
      const { author, account } = accountOf(request)
      const endpointId = request.params.id
      await changeChannel(app, author, { account, endpointId }, request.body)
      return await getEndpoint(app, account, endpointId)
    },
  )
}
