import { type Static, Type } from 'typebox'
import { CustomerId, NextCursor, PageQuery, Timestamp, timestamp } from '../../api.ts'

const ExceptionId = Type.String({ description: 'Prefix exc_.', examples: ['exc_01m7zb6f92ew9sper8a2k4w7qd'] })
const Kind = Type.Enum(['accepted-risk', 'compensating-control', 'emergency-account'], {
  description:
    'A compensating control stands in for its requirement and scores; an accepted risk is no finding any more and scores nothing; an emergency account is set aside by the checks.',
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
    'One affected object by its name, as findings give it, with or without what stands there in brackets; without one, the whole requirement. Of an emergency account: its user principal name or object id.',
  examples: ['scanner@bellbird.example'],
})
const Reason = Type.String({
  pattern: '\\S',
  minLength: 10,
  maxLength: 2000,
  description: 'Why, 10 to 2,000 characters: what is done instead, or why the risk is borne.',
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
  description: 'ISO 8601; in the last 12 months. It counts for readings from then on. By default now.',
})
const ExpiresAt = Type.String({
  ...expiresAt,
  description: 'ISO 8601; in the future, at most 12 months ahead. From then on it does not count.',
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
    object: Type.Optional(ObjectName),
    reason: Reason,
    approver: Approver,
    approvedAt,
    expiresAt,
    status: Type.Enum(['active', 'expired'], { description: 'Whether it counts now.', examples: ['active'] }),
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
    Type.String({ maxLength: 100, description: 'What counts for this product, emergency accounts among it.' }),
  ),
  ...PageQuery,
})
export type ExceptionQuery = Static<typeof ExceptionQuery>
