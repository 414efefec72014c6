import { type Static, Type } from 'typebox'
import { CustomerId, NextCursor, RunId, Severity, Timestamp, timestamp } from '../../../api.ts'

const Product = Type.String({ description: 'A product identifier, see GET products.', examples: ['essential-eight'] })
const Requirement = Type.String({ description: 'Id as its source writes it.', examples: ['ISM-1504'] })
const State = Type.Enum(['open', 'unknown', 'resolved'], {
  title: 'FindingState',
  description:
    'The state in the newest run. `open`: it is a finding. `unknown`: it was a finding, but could not be evaluated. `resolved`: it is no longer a finding.',
  examples: ['open'],
})
const Change = Type.Enum(['baseline', 'opened', 'reopened', 'resolved', 'known', 'unknown'], {
  title: 'FindingChange',
  description:
    'How it got into its state. `known`: it could not be evaluated in the previous run. `baseline`: there is no comparable earlier run.',
  examples: ['opened'],
})

export const TrackedFindings = Type.Object(
  {
    findings: Type.Array(
      Type.Object(
        {
          customerId: CustomerId,
          product: Product,
          requirement: Requirement,
          statement: Type.Optional(
            Type.String({
              description: 'What is required.',
              examples: ['Everyone must pass multi-factor authentication to reach the online services.'],
            }),
          ),
          severity: Severity,
          state: State,
          change: Change,
          since: timestamp('2026-04-06T02:12:40.112Z'),
          changedAt: Timestamp,
          assessmentId: Type.String({ ...RunId, description: 'The run that changed its state. Prefix run_.' }),
        },
        { title: 'TrackedFinding' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'TrackedFindingList' },
)
export type TrackedFindings = Static<typeof TrackedFindings>

export const TrackedFindingQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Findings whose state changed at this time or later, including resolved ones. Without it, open findings only.',
    }),
  ),
  customerId: Type.Optional(Type.String({ maxLength: 100, description: 'Only findings of this customer.' })),
  product: Type.Optional(Type.String({ maxLength: 100, description: 'Only findings of this product.' })),
  requirement: Type.Optional(Type.String({ maxLength: 100, description: 'Only findings of this requirement.' })),
  severity: Type.Optional(Severity),
  state: Type.Optional(State),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Items per page; 100 by default.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the previous page.' })),
})
export type TrackedFindingQuery = Static<typeof TrackedFindingQuery>
