import { API_VERSION } from '../schemas/schemas.ts'
import type { Endpoint, StoredEvent } from '../state/state.ts'
import type { Wire } from './catalogue.ts'

/** An event that claims an endpoint's API version; its payload is always in the current version. */
export const toEvent = (event: StoredEvent, apiVersion: string = API_VERSION): Wire => ({
  id: event.id,
  object: 'event',
  api_version: apiVersion,
  created: event.created,
  data: {
    object: event.object,
    ...(event.previousAttributes !== undefined && { previous_attributes: event.previousAttributes }),
  },
  livemode: false,
  pending_webhooks: event.pending.size,
  request: { id: event.requestId, idempotency_key: event.idempotencyKey },
  type: event.type,
})

/** The secret is sent only with the answer that creates it. */
export const toEndpoint = (endpoint: Endpoint, showsSecret = false): Wire => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: endpoint.apiVersion,
  application: null,
  created: endpoint.created,
  description: endpoint.description,
  enabled_events: endpoint.events,
  livemode: false,
  metadata: endpoint.metadata,
  ...(showsSecret && { secret: endpoint.secret }),
  status: endpoint.isEnabled ? 'enabled' : 'disabled',
  url: endpoint.url,
})
