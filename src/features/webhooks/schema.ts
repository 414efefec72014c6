import { type Static, Type } from 'typebox'
import { NextCursor, Timestamp } from '../../api.ts'
import { EVENT_TYPES } from '../events/rules.ts'
import {
  CHANNEL_EVENTS,
  CHANNEL_FORMATS,
  CHANNEL_SEVERITIES,
  MAX_CHANNEL_CUSTOMERS,
  MAX_CHANNEL_GROUPS,
  MAX_CHANNEL_NAME,
} from './channels/rules.ts'
import { MAX_SECRET, MIN_SECRET, readReason, TEST_TYPE } from './rules.ts'

/** What the portal shows and takes of webhooks. No key reaches any of it, so the description of the API does not have it. */

const MAX_URL = 2_000
const MAX_EVENT_TYPES = 50

const Id = Type.String({ maxLength: 50 })
const Count = Type.Integer()
const Url = Type.String({ minLength: 1, maxLength: MAX_URL })
const Secret = Type.String({ minLength: MIN_SECRET, maxLength: MAX_SECRET })
const EventTypes = Type.Array(Type.String({ maxLength: 100 }), { maxItems: MAX_EVENT_TYPES })
const ChannelName = Type.String({ minLength: 1, maxLength: MAX_CHANNEL_NAME })
const ChannelEvents = Type.Array(Type.Enum([...CHANNEL_EVENTS]), { minItems: 1, maxItems: CHANNEL_EVENTS.length })
const MinSeverity = Type.Enum([...CHANNEL_SEVERITIES])
const OnlyCustomers = Type.Object({
  customers: Type.Array(Id, { maxItems: MAX_CHANNEL_CUSTOMERS }),
  groups: Type.Array(Id, { maxItems: MAX_CHANNEL_GROUPS }),
})
const Headers = Type.Record(Type.String(), Type.String())

export const Endpoint = Type.Object({
  id: Id,
  /** The chat that it gets messages of. Absent: signed events as JSON. */
  format: Type.Optional(Type.Enum([...CHANNEL_FORMATS])),
  /** What people call a channel. */
  name: Type.Optional(Type.String()),
  /** Of a channel only its origin: the rest is a secret. */
  url: Type.String(),
  /** Absent: every kind of event but the optional ones. */
  events: Type.Optional(Type.Array(Type.String())),
  /** Of a channel: results are shown that have a finding at least as severe. */
  minSeverity: Type.Optional(MinSeverity),
  /** Of a channel: the only customers that it gets messages about, alone and by group. */
  only: Type.Optional(OnlyCustomers),
  pausedUntil: Type.Optional(Timestamp),
  createdAt: Timestamp,
  /** Deliveries that have not ended. */
  pending: Count,
  /** Of the last thousand deliveries, those that failed for good. */
  failed: Count,
  lastDeliveredAt: Type.Optional(Timestamp),
  /** Every delivery since this time has failed, for good or so far. */
  failingSince: Type.Optional(Timestamp),
  /** While a secret is replaced: since when the next one signs as well. */
  nextSecretSince: Type.Optional(Timestamp),
  /** Until when the replaced one still signs. */
  previousSecretUntil: Type.Optional(Timestamp),
})
export type Endpoint = Static<typeof Endpoint>

export const EndpointList = Type.Object({ webhooks: Type.Array(Endpoint) })

export const NewEndpoint = Type.Object({
  url: Url,
  events: Type.Optional(EventTypes),
  secret: Type.Optional(Secret),
})

/** The secret is shown in this answer only. */
export const CreatedSecret = Type.Object({ id: Id, secret: Type.String() })

/** An empty list of events means every kind but the optional ones. */
export const EndpointChange = Type.Object({ url: Type.Optional(Url), events: Type.Optional(EventTypes) })

/** A chat that gets messages about events. Its address is not shown again. */
export const NewChannel = Type.Object({
  format: Type.Enum([...CHANNEL_FORMATS]),
  name: ChannelName,
  url: Url,
  events: ChannelEvents,
  minSeverity: Type.Optional(MinSeverity),
  only: Type.Optional(OnlyCustomers),
})
export type NewChannel = Static<typeof NewChannel>

export const ChannelChange = Type.Object({
  name: Type.Optional(ChannelName),
  url: Type.Optional(Url),
  events: Type.Optional(ChannelEvents),
  /** null: the default, which is critical for changed findings and any for completed runs. */
  minSeverity: Type.Optional(Type.Union([MinSeverity, Type.Null()])),
  /** null: all customers. */
  only: Type.Optional(Type.Union([OnlyCustomers, Type.Null()])),
})
export type ChannelChange = Static<typeof ChannelChange>

export const Pause = Type.Object({ hours: Type.Integer({ minimum: 1, maximum: 720 }) })

export const NewSecret = Type.Object({ secret: Type.Optional(Secret) })

export const ActivatedSecret = Type.Object({ id: Id, previousUntil: Timestamp })

const State = Type.Enum(['pending', 'delivered', 'failed', 'canceled'])

const delivery = {
  id: Count,
  eventId: Type.String(),
  type: Type.String(),
  endpointId: Type.String(),
  /** What made it: an event, a replay, or a test. */
  cause: Type.Enum(['event', 'replay', 'test']),
  state: State,
  /** Attempts that count; those that a crash cut short do not. */
  attempts: Count,
  lastOutcome: Type.Optional(Type.Enum(['delivered', 'failed', 'interrupted'])),
  lastStatus: Type.Optional(Count),
  lastError: Type.Optional(Type.String()),
  /** Why the last attempt failed, as `tls` or `status-401`. */
  reason: Type.Optional(Type.String()),
  nextAttemptAt: Type.Optional(Timestamp),
  createdAt: Timestamp,
  endedAt: Type.Optional(Timestamp),
}

export const Delivery = Type.Object(delivery)
export type Delivery = Static<typeof Delivery>

export const DeliveryList = Type.Object({ deliveries: Type.Array(Delivery), nextCursor: NextCursor })
export type DeliveryList = Static<typeof DeliveryList>

const Milliseconds = Type.Optional(Type.Number())

const Attempt = Type.Object({
  attempt: Count,
  outcome: Type.String(),
  startedAt: Timestamp,
  url: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
  status: Type.Optional(Count),
  errorCode: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  dnsMs: Milliseconds,
  connectMs: Milliseconds,
  tlsMs: Milliseconds,
  firstByteMs: Milliseconds,
  totalMs: Milliseconds,
  requestHeaders: Type.Optional(Headers),
  responseHeaders: Type.Optional(Headers),
  /** The first 16 KB. */
  responseBody: Type.Optional(Type.String()),
})

export const DeliveryDetail = Type.Object({
  ...delivery,
  body: Type.String(),
  log: Type.Array(Attempt),
  /** The last request, as a command for a shell. */
  curl: Type.Optional(Type.String()),
  /** Of a test that was sent: whether a receiver that knows the current secret accepts its signatures. */
  isSignedByCurrent: Type.Optional(Type.Boolean()),
})
export type DeliveryDetail = Static<typeof DeliveryDetail>

/** Selects deliveries; what is absent matches everything. */
const filter = {
  endpoint: Type.Optional(Id),
  type: Type.Optional(Type.Enum([...EVENT_TYPES, TEST_TYPE])),
  state: Type.Optional(State),
  reason: Type.Optional(Type.String({ maxLength: 30 })),
  since: Type.Optional(Type.String({ format: 'date-time' })),
  until: Type.Optional(Type.String({ format: 'date-time' })),
}
const Filter = Type.Object(filter)

export const ReasonQuery = Filter
export const DeliveryListQuery = Type.Object({
  ...filter,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
})

export const FailureReasons = Type.Object({
  reasons: Type.Array(
    Type.Object({
      reason: Type.String(),
      deliveries: Count,
      newestAt: Timestamp,
      lastError: Type.Optional(Type.String()),
    }),
  ),
})
export type FailureReasons = Static<typeof FailureReasons>

export const NewDelivery = Type.Object({ id: Count })

export const NewReplay = Type.Object({
  ...filter,
  /**
   * Instead of deliveries: events that a webhook has no delivery of, because it was added later, took other kinds, or its account
   * was suspended. Goes without `state` and `reason`; without `type`, for the kinds that each webhook takes now.
   */
  neverSent: Type.Optional(Type.Boolean()),
  perSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type NewReplay = Static<typeof NewReplay>

export const ReplayPreview = Type.Object({ deliveries: Count, seconds: Count })
export type ReplayPreview = Static<typeof ReplayPreview>

export const Replay = Type.Object({
  id: Id,
  status: Type.Enum(['running', 'ended', 'stopped']),
  filter: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  perSecond: Count,
  /** How many it sends, by state. */
  deliveries: Count,
  pending: Count,
  delivered: Count,
  failed: Count,
  canceled: Count,
  createdAt: Timestamp,
  stoppedAt: Type.Optional(Timestamp),
})
export type Replay = Static<typeof Replay>

export const ReplayList = Type.Object({ replays: Type.Array(Replay) })

/** A filter as the services take it. A reason of no possible form matches nothing. */
export function readFilter({ endpoint, type, state, reason, since, until }: Static<typeof Filter>) {
  return {
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(type !== undefined && { type }),
    ...(state !== undefined && { state }),
    ...(reason !== undefined && { reason: readReason(reason) ?? { code: '' } }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
  }
}
