import { EVENT_CATALOGUE, EVENT_DATA } from '../../features/events/schema.ts'
import type { Fields } from '../../shared/json.ts'
import { nameParts } from './schemas.ts'
import { EVENTS_TAG } from './tags.ts'

/** The calls that webhooks make: for each type of event an operation of the receiver. */

const header = (name: string, description: string, example: string): Fields => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** Sent with every call; the guide for webhooks has a receiver that checks them. */
export const WEBHOOK_HEADERS = {
  ServiceSignature: header(
    'X-Service-Signature',
    'HMAC-SHA256 of the raw body in lower-case hex; the key is the secret of the webhook.',
    '9d5e0c3f6c7a1f0c8f5b2a4e6d8c0b1a3f5e7d9c1b3a5f7e9d0c2b4a6f8e1d3c',
  ),
  ServiceEvent: header('X-Service-Event', 'The type of the event.', 'assessment.completed'),
  ServiceAttempt: header('X-Service-Attempt', '1 on the first attempt.', '1'),
  WebhookId: header('webhook-id', 'The id of the event, the same on every attempt.', 'evt_01m7zb6f93eh8tjt5zxsah8bj8'),
  WebhookTimestamp: header('webhook-timestamp', 'Seconds since 1970 of this attempt.', '1777860832'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures by the Standard Webhooks specification, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
} as const

const headerReferences = Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** The operations by type of event; their schemas are added to `schemas`. */
export function describeWebhooks(schemas: Map<string, Fields>): Fields {
  return Object.fromEntries(
    EVENT_CATALOGUE.map(({ type, optional, meaning, sample }) => {
      const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      const schema = {
        title: `${words.join('')}Event`,
        type: 'object',
        required: ['id', 'type', 'timestamp', 'data'],
        properties: {
          id: { type: 'string', description: 'Prefix evt_; the same on every attempt and for every receiver.' },
          type: { const: type },
          timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
          data: EVENT_DATA[type],
        },
      }
      const receivers = optional
        ? 'Optional: sent only to webhooks that name this type.'
        : 'Sent to webhooks that take all events or name this type.'
      const operation = {
        operationId: `receive${words.join('')}`,
        summary: `Event ${type}`,
        description: `${meaning} ${receivers}`,
        tags: [EVENTS_TAG],
        security: [],
        parameters: headerReferences,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: nameParts(schema, schemas), example: sample } },
        },
        responses: { 200: { description: 'Received. Any status from 200 to 299 within 10 seconds counts.' } },
      }
      return [type, { post: operation }]
    }),
  )
}
