import { type Static, Type } from 'typebox'
import { CustomerId, exampleOf, NextCursor, PartnerId, RunId, Timestamp, timestamp } from '../../api.ts'
import { fields, text, texts } from '../../shared/json.ts'
import { EVENT_TYPES, type EventType } from './rules.ts'

const Later = timestamp('2026-05-06T09:30:00.000Z')
const CompletedAt = timestamp('2026-05-04T02:13:52.718Z')
const count = (example: number) => Type.Integer({ examples: [example] })
const oneOf = <const T extends string>(...values: T[]) => Type.Enum(values)

const run = {
  assessmentId: RunId,
  customerId: CustomerId,
  partnerId: PartnerId,
  product: Type.String({ examples: ['essential-eight'] }),
  maturityTarget: count(2),
  createdAt: Timestamp,
  startedAt: timestamp('2026-05-04T02:11:10.043Z'),
}

const customer = {
  customerId: CustomerId,
  partnerId: PartnerId,
  name: Type.String({ examples: ['Bellbird Engineering'] }),
  tenantId: Type.String({ examples: ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'] }),
  email: Type.Optional(Type.String({ examples: ['it@bellbird.example'] })),
  receivers: Type.Array(Type.String({ examples: ['security@bellbird.example'] })),
  questionnaireRecipients: Type.Array(Type.String({ examples: ['security@bellbird.example'] })),
  createdAt: Timestamp,
}

const partner = {
  partnerId: PartnerId,
  company: Type.String({ examples: ['Contour Cloud Services'] }),
  email: Type.String({ examples: ['admin@contour.example'] }),
  plan: Type.String({ examples: ['professional'] }),
}

const key = {
  partnerId: Type.Optional(Type.String({ ...PartnerId, description: "Of a partner's key. Prefix prt_." })),
  distributorId: Type.Optional(Type.String({ description: "Of a distributor's key. Prefix dist_." })),
  slot: Type.Integer({ description: '1 or 2.', examples: [2] }),
  prefix: Type.String({ description: 'The first 12 characters.', examples: ['pk_live_EXAM'] }),
  last4: Type.String({ description: 'The last 4 characters.', examples: ['y0Xm'] }),
}

/** The `data` of each kind of event. */
export const EVENT_DATA = {
  'assessment.started': Type.Object({ ...run, status: oneOf('running') }),
  'assessment.completed': Type.Object({
    ...run,
    status: oneOf('completed'),
    score: Type.Integer({ description: '0 to 100, higher is better.', examples: [61] }),
    findings: Type.Integer({ description: 'critical + high + medium + low.', examples: [31] }),
    critical: count(2),
    high: count(11),
    medium: count(13),
    low: count(5),
    reportUrl: Type.String({ examples: ['https://localhost:8443/reports/run_01m7zb6f92ew9sper81fjd57z4'] }),
    completedAt: CompletedAt,
  }),
  'assessment.failed': Type.Object({
    ...run,
    status: oneOf('failed'),
    failure: Type.Object({
      code: Type.String({ examples: ['CONSENT_MISSING'] }),
      message: Type.String({
        examples: ['No administrator of this tenant has approved your company yet, so nothing was read.'],
      }),
    }),
    completedAt: CompletedAt,
  }),
  'customer.created': Type.Object(customer),
  'customer.updated': Type.Object({
    ...customer,
    changedFields: Type.Array(Type.String({ examples: ['receivers'] }), { description: 'Names of fields.' }),
  }),
  'customer.deleted': Type.Object({ ...customer, deletedAt: Later }),
  'partner.activated': Type.Object({ ...partner, status: oneOf('active'), activatedAt: Later }),
  'partner.suspended': Type.Object({ ...partner, status: oneOf('suspended'), suspendedAt: Later }),
  'key.created': Type.Object({ ...key, createdAt: Timestamp }),
  'key.revoked': Type.Object({ ...key, revokedAt: Later, reason: oneOf('revoked', 'suspension', 'expired') }),
} as const satisfies Record<EventType, unknown>

/** When each kind of event is emitted. */
const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  'assessment.started': 'A worker started the run; sent once, even if another worker has to take it over.',
  'assessment.completed': 'The run ended with a result.',
  'assessment.failed': 'The run ended without one, and gave its place in the limit back.',
  'customer.created': 'A customer was created; in bulk, one event for each.',
  'customer.updated': 'Something of the customer changed.',
  'customer.deleted': 'The customer was deleted with all that was read of it.',
  'partner.activated': 'The partner became active, by the distributor or by the link in its e-mail.',
  'partner.suspended': 'The partner was suspended; there is an event for each of its keys.',
  'key.created': 'A key was created. The key itself is never sent.',
  'key.revoked': 'A key ended: it was revoked, its account was suspended, or its time was over.',
}

const EventField = Type.Object({ name: Type.String(), type: Type.String(), meaning: Type.String() })

/** A kind of event as the documentation and the portal show it. */
const EventKind = Type.Object({
  type: Type.String(),
  meaning: Type.String(),
  /** The fields of its data. */
  fields: Type.Array(EventField),
  /** An event as receivers get it. */
  sample: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})
type EventKind = Static<typeof EventKind>

export const EventKinds = Type.Object({ eventTypes: Type.Array(EventKind) })
export type EventKinds = Static<typeof EventKinds>

const EVENT_ID = 'evt_01m7zb6f93eh8tjt5zxsah8bj8'
const HAPPENED_AT = '2026-05-04T02:13:52.718Z'

export const EVENT_CATALOGUE: readonly EventKind[] = EVENT_TYPES.map((type) => {
  const shape: unknown = EVENT_DATA[type]
  const required = texts(fields(shape).required)
  return {
    type,
    meaning: EVENT_MEANINGS[type],
    fields: Object.entries(fields(fields(shape).properties)).map(([name, part]) => ({
      name,
      type: typeText(part),
      meaning: [text(fields(part).description), !required.includes(name) && 'May be absent.'].filter(Boolean).join(' '),
    })),
    sample: { id: EVENT_ID, type, timestamp: HAPPENED_AT, data: exampleOf(shape) },
  }
})

function typeText(part: unknown): string {
  const { type, enum: words, format } = fields(part)
  if (words !== undefined) return texts(words).join(', ')
  if (format === 'date-time') return 'moment'
  return type === 'array' ? `list of ${text(fields(fields(part).items).type) ?? ''}s` : (text(type) ?? '')
}

export const EventList = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Prefix evt_.', examples: [EVENT_ID] }),
          type: Type.Enum([...EVENT_TYPES], { examples: ['assessment.completed'] }),
          timestamp: Type.String({ format: 'date-time', examples: [HAPPENED_AT] }),
          data: Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            description: 'What happened; its fields go by the type.',
            examples: [exampleOf(EVENT_DATA['assessment.completed'])],
          }),
        },
        { title: 'Event' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'EventList' },
)
export type EventList = Static<typeof EventList>

export const EventQuery = Type.Object({
  type: Type.Optional(Type.Enum([...EVENT_TYPES])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Items on a page; 50 unless asked.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the page before.' })),
})
export type EventQuery = Static<typeof EventQuery>
