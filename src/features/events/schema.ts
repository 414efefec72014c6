import { type Static, Type } from 'typebox'
import {
  CustomerId,
  exampleOf,
  FailureCode,
  NextCursor,
  PartnerId,
  RunId,
  Severity,
  Timestamp,
  timestamp,
} from '../../api.ts'
import { fields, text, texts } from '../../shared/json.ts'
import { EVENT_MEANINGS } from './meanings.ts'
import { EVENT_TYPES, type EventType, isOptional } from './rules.ts'

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
  partnerId: Type.Optional(Type.String({ ...PartnerId, description: "Present for a partner's key. Prefix prt_." })),
  distributorId: Type.Optional(Type.String({ description: "Present for a distributor's key. Prefix dist_." })),
  slot: Type.Integer({ description: '1 or 2.', examples: [2] }),
  prefix: Type.String({ description: 'The first 12 characters.', examples: ['pk_live_EXAM'] }),
  last4: Type.String({ description: 'The last 4 characters.', examples: ['y0Xm'] }),
}

/** One list of `findings.changed`: how many, and the worst of them by name. */
const changedFindings = (description: string, requirement: string) =>
  Type.Object(
    {
      count: count(1),
      requirements: Type.Array(
        Type.Object({ id: Type.String({ examples: [requirement] }), severity: Type.Optional(Severity) }),
      ),
    },
    { description: `${description} \`count\` of them; \`requirements\` has the ids of at most 50, the worst first.` },
  )

const figure = (description: string, example: number | undefined) =>
  Type.Optional(Type.Integer({ description, ...(example !== undefined && { examples: [example] }) }))

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
      code: Type.Unsafe<string>({ ...FailureCode, examples: ['CONSENT_MISSING'] }),
      message: Type.String({
        examples: ['No administrator of this tenant has approved your company yet, so nothing was read.'],
      }),
    }),
    completedAt: CompletedAt,
  }),
  'customer.created': Type.Object(customer),
  'customer.updated': Type.Object({
    ...customer,
    changedFields: Type.Array(Type.String({ examples: ['receivers'] }), {
      description: 'Names of the fields that changed.',
    }),
  }),
  'customer.deleted': Type.Object({ ...customer, deletedAt: Later }),
  'partner.activated': Type.Object({ ...partner, status: oneOf('active'), activatedAt: Later }),
  'partner.suspended': Type.Object({ ...partner, status: oneOf('suspended'), suspendedAt: Later }),
  'key.created': Type.Object({ ...key, createdAt: Timestamp }),
  'key.revoked': Type.Object({ ...key, revokedAt: Later, reason: oneOf('revoked', 'suspension', 'expired') }),
  'assessment.canceled': Type.Object({
    ...run,
    status: oneOf('canceled'),
    startedAt: Type.Optional(run.startedAt),
    completedAt: CompletedAt,
  }),
  'customer.approved': Type.Object({
    customerId: CustomerId,
    partnerId: PartnerId,
    name: customer.name,
    tenantId: customer.tenantId,
    how: Type.Enum(['sign-in', 'operator'], {
      description: '`sign-in`: an administrator signed in. `operator`: confirmed by the operator of the service.',
    }),
    approvedAt: Later,
  }),
  'questionnaire.answered': Type.Object({
    customerId: CustomerId,
    partnerId: PartnerId,
    product: run.product,
    answered: Type.Integer({ description: 'How many of the questions have a current answer.', examples: [28] }),
    of: Type.Integer({ description: 'How many questions are asked.', examples: [41] }),
    notifiedAt: Later,
  }),
  'exception.expiring': Type.Object({
    exceptionId: Type.String({ description: 'Prefix exc_.', examples: ['exc_01m7zb6f92ew9sper8a2k4w7qd'] }),
    customerId: CustomerId,
    partnerId: PartnerId,
    kind: Type.Enum(['accepted-risk', 'compensating-control', 'emergency-account'], {
      title: 'ExceptionKind',
      examples: ['compensating-control'],
    }),
    product: Type.Optional(run.product),
    requirement: Type.Optional(Type.String({ examples: ['ISM-1504'] })),
    object: Type.Optional(Type.String({ examples: ['scanner@bellbird.example'] })),
    expiresAt: timestamp('2026-06-03T00:00:00.000Z'),
  }),
  'schedule.paused': Type.Object({
    scheduleId: Type.String({ description: 'Prefix sch_.', examples: ['sch_01m7zb6f92ew9sper8a2k4w7qe'] }),
    customerId: Type.Optional(CustomerId),
    partnerId: PartnerId,
    product: run.product,
    reason: Type.Enum(['requested', 'consent_missing', 'failing', 'product_not_allowed'], {
      description: 'Why it does not start more runs.',
      examples: ['consent_missing'],
    }),
    pausedAt: Later,
  }),
  'findings.changed': Type.Object({
    assessmentId: RunId,
    previousAssessmentId: Type.Optional(
      Type.String({
        description: 'The previous completed run of the same product for the customer. Absent for the first run.',
        examples: ['run_01m7zb6f92ew9sper81fjd57x1'],
      }),
    ),
    customerId: CustomerId,
    partnerId: PartnerId,
    product: run.product,
    maturityTarget: run.maturityTarget,
    findings: Type.Integer({ description: 'How many there are now.', examples: [31] }),
    opened: changedFindings('Findings that the previous run did not have.', 'ISM-1504'),
    reopened: changedFindings('Findings that had been resolved and are back.', 'ISM-1401'),
    resolved: changedFindings('No longer findings.', 'ISM-1488'),
    known: changedFindings('Could not be evaluated in the previous run, but can be now.', 'ISM-1504'),
    unknown: changedFindings('Could be evaluated in the previous run, but cannot be now.', 'ISM-1672'),
    completedAt: CompletedAt,
  }),
  'assessment.worsened': Type.Object({
    assessmentId: RunId,
    customerId: CustomerId,
    customerName: customer.name,
    partnerId: PartnerId,
    product: run.product,
    previousScore: Type.Integer({ examples: [68] }),
    score: Type.Integer({ examples: [61] }),
    newCritical: Type.Object({
      count: count(1),
      requirements: Type.Array(Type.String({ examples: ['ISM-1504'] }), { description: 'Ids, at most ten.' }),
    }),
    reportUrl: Type.String({ examples: ['https://localhost:8443/reports/run_01m7zb6f92ew9sper81fjd57z4'] }),
    completedAt: CompletedAt,
  }),
  'digest.weekly': Type.Object({
    partnerId: Type.Optional(PartnerId),
    distributorId: Type.Optional(Type.String({ description: 'Present for a distributor. Prefix dist_.' })),
    since: timestamp('2026-04-26T14:00:00.000Z'),
    until: timestamp('2026-05-03T14:00:00.000Z'),
    newCritical: figure('Customers with critical findings that are new and still open.', 2),
    fell: figure('Scores that fell.', 3),
    rose: figure('Scores that rose.', 5),
    failed: figure('Customers whose last run failed.', 1),
    ending: figure('Exceptions that end within 14 days.', 1),
    unanswered: figure('Questionnaires that nobody has answered for a week.', 4),
    opened: figure('Findings that were opened.', 17),
    resolved: figure('Findings that were resolved.', 22),
    pending: figure('Partners that were invited more than a week ago and are not active.', undefined),
    unpaid: figure('Partners with an overdue payment.', undefined),
    suspended: figure('Partners that were suspended.', undefined),
  }),
} as const satisfies Record<EventType, unknown>

const EventField = Type.Object({ name: Type.String(), type: Type.String(), meaning: Type.String() })

/** A kind of event as the documentation and the portal show it. */
const EventKind = Type.Object({
  type: Type.Enum([...EVENT_TYPES]),
  /** Whether an account must ask for events of this kind to get them. */
  optional: Type.Boolean(),
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
    optional: isOptional(type),
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
  if (format === 'date-time') return 'timestamp'
  return type === 'array' ? `list of ${text(fields(fields(part).items).type) ?? ''}s` : (text(type) ?? '')
}

export const EventList = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Prefix evt_.', examples: [EVENT_ID] }),
          type: Type.Enum([...EVENT_TYPES], { title: 'EventType', examples: ['assessment.completed'] }),
          timestamp: Type.String({ format: 'date-time', examples: [HAPPENED_AT] }),
          data: Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            description: 'Details of the event; the fields depend on the type.',
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
  type: Type.Optional(Type.Enum([...EVENT_TYPES], { title: 'EventType', description: 'Only events of this type.' })),
  include: Type.Optional(
    Type.Enum(['optional'], {
      description: 'Includes optional event types, which are otherwise left out unless `type` names one.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Items per page; 50 by default.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the previous page.' })),
})
export type EventQuery = Static<typeof EventQuery>
