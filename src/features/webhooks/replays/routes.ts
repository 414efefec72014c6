import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { readDeliveryId, type WebhookRoutesOptions } from '../rules.ts'
import { NewDelivery, NewReplay, Replay, ReplayList, ReplayPreview, readFilter } from '../schema.ts'
import {
  cancelReplay,
  getReplay,
  listReplays,
  previewReplay,
  type ReplayOrder,
  replayDelivery,
  startReplay,
} from './service.ts'

const admin = { role: 'admin' } as const
const params = Type.Object({ replay: Type.String() })

/** Sending deliveries again: one, or all that match a filter, with progress. */
export function replayRoutes(http: Http, app: App, { accountOf }: WebhookRoutesOptions): void {
  http.post(
    '/deliveries/:delivery/replay',
    {
      config: admin,
      schema: { params: Type.Object({ delivery: Type.String() }), response: { 202: NewDelivery } },
    },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      const id = readDeliveryId(request.params.delivery)
      return reply.code(202).send(await replayDelivery(app, author, account, id, request.idempotency))
    },
  )

  http.post(
    '/replays/preview',
    { config: admin, schema: { body: NewReplay, response: { 200: ReplayPreview } } },
    (request) => previewReplay(app, accountOf(request).account, toOrder(request.body)),
  )

  http.post(
    '/replays',
    { config: admin, schema: { body: NewReplay, response: { 202: Replay } } },
    async (request, reply) => {
      const { author, account } = accountOf(request)
      return reply.code(202).send(await startReplay(app, author, account, toOrder(request.body), request.idempotency))
    },
  )

  http.get('/replays', { config: admin, schema: { response: { 200: ReplayList } } }, async (request) => ({
    replays: await listReplays(app, accountOf(request).account),
  }))

  http.get('/replays/:replay', { config: admin, schema: { params, response: { 200: Replay } } }, (request) =>
    getReplay(app, accountOf(request).account, request.params.replay),
  )

  http.post('/replays/:replay/stop', { config: admin, schema: { params, response: { 200: Replay } } }, (request) => {
    const { author, account } = accountOf(request)
    return cancelReplay(app, author, account, request.params.replay, request.idempotency)
  })
}

const toOrder = ({ perSecond, neverSent = false, ...filter }: NewReplay): ReplayOrder => ({
  ...readFilter(filter),
  ...(neverSent && { neverSent }),
  ...(perSecond !== undefined && { perSecond }),
})
