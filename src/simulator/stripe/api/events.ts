import { randomBytes } from 'node:crypto'
import { invalid } from '../protocol/failures.ts'
import { flagOf, listOf, mergeMetadata, textOf } from '../protocol/parameters.ts'
import type { Endpoint } from '../state/state.ts'
import { timeOf } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'
import { toEndpoint, toEvent } from '../wire/events.ts'
import { type Call, CREATED_FILTER, isInRange, ofList, type Route, requireOne, toPage } from './request.ts'

const ENDPOINT = ['url', 'enabled_events', 'description', 'metadata', 'metadata.*', 'expand']
/** Stripe lists events for this long. */
const EVENT_LIFE = 30 * 86_400

export const EVENT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    parameters: 'WebhookEndpointCreateParams',
    modelled: [...ENDPOINT, 'api_version'],
    answer: 'WebhookEndpoint',
    run: createEndpoint,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    parameters: 'WebhookEndpointListParams',
    modelled: ofList(),
    answer: 'WebhookEndpoint',
    isList: true,
    run: ({ world, parameters }) =>
      toPage([...world.endpoints.values()], {
        parameters,
        url: '/v1/webhook_endpoints',
        toWire: (each) => toEndpoint(each),
      }),
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/{id}',
    parameters: 'WebhookEndpointRetrieveParams',
    modelled: ['expand'],
    answer: 'WebhookEndpoint',
    run: (call) => toEndpoint(requireOne(call.world.endpoints, 'webhook endpoint', call)),
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/{id}',
    parameters: 'WebhookEndpointUpdateParams',
    modelled: [...ENDPOINT, 'disabled'],
    answer: 'WebhookEndpoint',
    run: updateEndpoint,
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/{id}',
    answer: 'DeletedWebhookEndpoint',
    run: (call) => {
      const { id } = requireOne(call.world.endpoints, 'webhook endpoint', call)
      call.world.endpoints.delete(id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    parameters: 'EventListParams',
    modelled: ofList('type', 'types', 'delivery_success', ...CREATED_FILTER),
    answer: 'Event',
    isList: true,
    run: listEvents,
  },
  {
    method: 'GET',
    path: '/v1/events/{id}',
    parameters: 'EventRetrieveParams',
    modelled: ['expand'],
    answer: 'Event',
    run: (call) => toEvent(requireOne(call.world.events, 'event', call)),
  },
]

function requireUrl(sent: unknown): string {
  const url = textOf(sent) ?? ''
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw invalid('Not a valid URL', { code: 'url_invalid', param: 'url' })
  return url
}

function createEndpoint({ world, parameters }: Call): Wire {
  const endpoint: Endpoint = {
    id: world.newId('we'),
    created: timeOf(world, null),
    url: requireUrl(parameters.url),
    secret: `whsec_${randomBytes(24).toString('hex')}`,
    events: listOf(parameters.enabled_events).map(String),
    apiVersion: textOf(parameters.api_version) ?? null,
    description: textOf(parameters.description) ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
    isEnabled: true,
  }
  world.endpoints.set(endpoint.id, endpoint)
  return toEndpoint(endpoint, true)
}

function updateEndpoint(call: Call): Wire {
  const { world, parameters } = call
  const endpoint = requireOne(world.endpoints, 'webhook endpoint', call)
  if (parameters.url !== undefined) endpoint.url = requireUrl(parameters.url)
  if (parameters.enabled_events !== undefined) endpoint.events = listOf(parameters.enabled_events).map(String)
  if (parameters.description !== undefined) endpoint.description = textOf(parameters.description) ?? null
  const disabled = flagOf(parameters.disabled)
  if (disabled !== undefined) endpoint.isEnabled = !disabled
  endpoint.metadata = mergeMetadata(endpoint.metadata, parameters.metadata)
  return toEndpoint(endpoint)
}

function listEvents({ world, parameters }: Call): Wire {
  const { type, created, delivery_success: isDelivered } = parameters
  if (type !== undefined && parameters.types !== undefined) {
    throw invalid('Either type or types may be given, but not both.', { param: 'types' })
  }
  const types = [...listOf(parameters.types), ...(type === undefined ? [] : [type])]
  if (types.length > 20) throw invalid('types takes at most 20 types.', { param: 'types' })
  const since = world.now() - EVENT_LIFE
  const found = [...world.events.values()].filter(
    (event) =>
      event.created >= since &&
      (types.length === 0 || types.includes(event.type)) &&
      (isDelivered === undefined || (event.pending.size === 0) === isDelivered) &&
      isInRange(event.created, created),
  )
  return toPage(found, { parameters, url: '/v1/events', toWire: (event) => toEvent(event) })
}
