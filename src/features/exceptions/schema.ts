import { type Static, Type } from 'typebox'
import { CustomerId, NextCursor, PageQuery, Timestamp, timestamp } from '../../api.ts'

const ExceptionId = Type.String({ description: 'Prefix exc_.', examples: ['exc_01m7zb6f92ew9sper8a2k4w7qd'] })
const Kind = Type.Enum(['accepted-risk', 'compensating-control', 'emergency-account'], {
  title: 'ExceptionKind',
  description:
    'A compensating control replaces its requirement and earns points. An accepted risk is no longer a finding and earns no points. An emergency account is ignored by the checks.',
  examples: ['compensating-control'],
})
const Product = Type.String({
  maxLength: 100,
  pattern: '\\S',
  description: 'A product identifier, see GET products; none for an emergency account, which counts for all of them.',
  examples: ['essential-eight'],
})
const Requirement = Type.String({
  maxLength: 100,
  pattern: '\\S',
  description: 'Id of the requirement, as findings give it; none for an emergency account.',
  examples: ['ISM-1504'],
})
const ObjectName = Type.String({
  maxLength: 500,
  pattern: '\\S',
  description:
    'The name of one affected object, as in findings, with or without the text in parentheses; without it, the whole requirement. For an emergency account: its user principal name or object id.',
  examples: ['scanner@bellbird.example'],
})
const Reason = Type.String({
  pattern: '\\S',
  minLength: 10,
  maxLength: 2000,
  description: 'The reason, 10 to 2,000 characters: what is done instead, or why the risk is accepted.',
  examples: ['The scanner signs in from the office network alone, which a firewall rule enforces.'],
})
const Approver = Type.String({
  format: 'name',
  description: 'Who decided, 1 to 200 characters.',
  examples: ['Ada Park, managing director'],
})
const approvedAt = timestamp('2026-05-04T02:11:09.120Z')
const expiresAt = timestamp('2027-03-31T00:00:00.000Z')
const ApprovedAt = Type.String({
  ...approvedAt,
  description: 'ISO 8601; in the last 12 months. It applies to readings from then on. Default: now.',
})
const ExpiresAt = Type.String({
  ...expiresAt,
  description: 'ISO 8601; in the future, at most 12 months ahead. After that it no longer counts.',
})

export const NewException = Type.Object(
  {
    kind: Kind,
    product: Type.Optional(Product),
    requirement: Type.Optional(Requirement),
    object: Type.Optional(ObjectName),
    reason: Reason,
    approver: Approver,
    approvedAt: Type.Optional(ApprovedAt),
    expiresAt: ExpiresAt,
  },
  { title: 'NewException' },
)
export type NewException = Static<typeof NewException>

/** Absent fields stay as they are. */
export const ExceptionChange = Type.Object(
  {
    reason: Type.Optional(Reason),
    approver: Type.Optional(Approver),
    approvedAt: Type.Optional(ApprovedAt),
    expiresAt: Type.Optional(ExpiresAt),
  },
  { title: 'ExceptionChange' },
)
export type ExceptionChange = Static<typeof ExceptionChange>

export const RecordedException = Type.Object(
  {
    id: ExceptionId,
    customerId: CustomerId,
    kind: Kind,
    product: Type.Optional(Product),
    requirement: Type.Optional(Requirement),
    statement: Type.Optional(
      Type.String({
        description: 'What the requirement asks for; absent if the framework no longer has it.',
        examples: ['Everyone must pass multi-factor authentication to reach the online services.'],
      }),
    ),
    object: Type.Optional(ObjectName),
    reason: Reason,
    approver: Approver,
    approvedAt,
    expiresAt,
    status: Type.Enum(['active', 'expired'], { description: 'Whether it currently counts.', examples: ['active'] }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Exception' },
)
export type RecordedException = Static<typeof RecordedException>

export const ExceptionList = Type.Object(
  { exceptions: Type.Array(RecordedException), nextCursor: NextCursor },
  { title: 'ExceptionList' },
)
export type ExceptionList = Static<typeof ExceptionList>

export const ExceptionQuery = Type.Object({
  product: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Exceptions that apply to this product, including emergency accounts.',
    }),
  ),
  ...PageQuery,
})
export type ExceptionQuery = Static<typeof ExceptionQuery>
