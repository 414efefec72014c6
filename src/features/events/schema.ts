import { type Static, Type } from 'typebox'
import { CustomerId, exampleOf, NextCursor, PartnerId, RunId, Timestamp, timestamp } from '../../api.ts'
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
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
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

export const EventList = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Prefix evt_.', examples: ['evt_01m7zb6f93eh8tjt5zxsah8bj8'] }),
          type: Type.Enum([...EVENT_TYPES], { examples: ['assessment.completed'] }),
          timestamp: Type.String({ format: 'date-time', examples: ['2026-05-04T02:13:52.718Z'] }),
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
