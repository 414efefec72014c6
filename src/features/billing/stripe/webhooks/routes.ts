import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { EVENTS_PER_MINUTE, MAX_EVENT_BYTES } from '../events/rules.ts'
import { submitEvent } from './service.ts'

/** Where Stripe sends events. Their signature takes the place of a key. */
export function stripeWebhookRoutes(http: Http, app: App): void {
  // The signature covers the bytes as they were sent.
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => bytes)

  http.post(
    '/api/stripe/webhook',
    {
      bodyLimit: MAX_EVENT_BYTES,
      config: { streamsBody: true, addressRate: EVENTS_PER_MINUTE, linkCost: 0 },
      schema: { hide: true },
    },
    async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await submitEvent(app, body, typeof signature === 'string' ? signature : undefined)
      return reply.code(200).send({ received: true })
    },
  )
}
