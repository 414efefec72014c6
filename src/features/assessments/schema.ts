import { type Static, Type } from 'typebox'
import { PageQuery, RowErrors, Timestamp } from '../../api.ts'

const RunId = Type.String({ description: 'Prefix run_.' })
const CustomerId = Type.String({ description: 'Prefix cust_.' })
const Product = Type.String({ description: 'A product identifier, see GET products.' })
const Target = Type.Integer({
  minimum: 1,
  maximum: 5,
  description: "The maturity level to judge against; by default the product's own.",
})
/** Blank counts as missing. */
const FILLED = '\\S'
const Status = Type.Enum(['queued', 'running', 'completed', 'failed', 'canceled'])
const Score = Type.Integer({ minimum: 0, maximum: 100, description: 'Higher is better; only on completed runs.' })

export const NewAssessment = Type.Object(
  {
    customerId: Type.String({ ...CustomerId, pattern: FILLED }),
    product: Type.String({ ...Product, pattern: FILLED }),
    maturityTarget: Type.Optional(Target),
  },
  { title: 'NewAssessment' },
)
export type NewAssessment = Static<typeof NewAssessment>

export const QueuedRun = Type.Object(
  { id: RunId, customerId: CustomerId, product: Product, maturityTarget: Target, status: Status, createdAt: Timestamp },
  { title: 'QueuedRun' },
)
export type QueuedRun = Static<typeof QueuedRun>

export const RUNS_MOST = 50

export const NewAssessments = Type.Object(
  {
    product: Type.String({ ...Product, pattern: FILLED }),
    customerIds: Type.Array(Type.Unsafe<unknown>({ anyOf: [CustomerId, {}] }), {
      minItems: 1,
      description: `At most ${RUNS_MOST} customers; each gets a run.`,
    }),
    maturityTarget: Type.Optional(Target),
  },
  { title: 'NewAssessments' },
)
export type NewAssessments = Static<typeof NewAssessments>

export const BulkRuns = Type.Object(
  {
    queued: Type.Integer(),
    failed: Type.Integer(),
    runs: Type.Array(Type.Object({ id: RunId, customerId: CustomerId, status: Status }), {
      description: 'Those that were queued, in the order of the request.',
    }),
    errors: RowErrors,
  },
  { title: 'BulkRuns' },
)
export type BulkRuns = Static<typeof BulkRuns>

export const PartnersQueuedRun = Type.Object(
  {
    id: RunId,
    customerId: CustomerId,
    partnerId: Type.String({ description: 'The partner it was started for.' }),
    product: Product,
    status: Status,
    createdAt: Timestamp,
  },
  { title: 'PartnersQueuedRun' },
)

export const RunList = Type.Object(
  {
    runs: Type.Array(
      Type.Object({
        id: RunId,
        customerId: CustomerId,
        product: Product,
        status: Status,
        score: Type.Optional(Score),
        createdAt: Timestamp,
        completedAt: Type.Optional(Timestamp),
      }),
    ),
    nextCursor: Type.Optional(Type.String()),
  },
  { title: 'RunList' },
)
export type RunList = Static<typeof RunList>

const Count = Type.Optional(Type.Integer({ minimum: 0 }))

export const Run = Type.Object(
  {
    id: RunId,
    customerId: CustomerId,
    customerName: Type.String(),
    product: Product,
    maturityTarget: Target,
    status: Status,
    score: Type.Optional(Score),
    findings: Count,
    critical: Count,
    high: Count,
    medium: Count,
    low: Count,
    reportUrl: Type.String(),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    completedAt: Type.Optional(Timestamp),
    maturityAchieved: Type.Optional(Type.Number()),
    coverage: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Share of the requirements that could be settled.' }),
    ),
    scoreCeiling: Type.Optional(Type.Integer({ description: 'The score if everything unknown were in place.' })),
    failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { title: 'Run' },
)
export type Run = Static<typeof Run>

export const FindingList = Type.Object(
  {
    findings: Type.Array(
      Type.Object({
        requirement: Type.String({ description: 'Id as its source writes it, as in ISM-1504.' }),
        groups: Type.Array(Type.String()),
        severity: Type.Enum(['critical', 'high', 'medium', 'low']),
        verdict: Type.String({ description: 'ineffective or partial.' }),
        statement: Type.String({ description: 'What is required.' }),
        observed: Type.String({ description: 'What was found.' }),
        expected: Type.String({ description: 'What would be effective.' }),
        remedy: Type.String({ description: 'What to do.' }),
        coverage: Type.Optional(Type.Object({ n: Type.Number(), of: Type.Number() })),
        affected: Type.Optional(Type.Object({ items: Type.Array(Type.String()), total: Type.Integer() })),
        evidence: Type.Array(
          Type.Object({ dataset: Type.String(), pointer: Type.String(), collectedAt: Type.String() }),
        ),
        limitations: Type.Array(Type.String()),
      }),
    ),
  },
  { title: 'FindingList' },
)
export type FindingList = Static<typeof FindingList>

export const RunQuery = Type.Object({
  month: Type.Optional(Type.String({ format: 'month', description: 'UTC calendar month of creation, YYYY-MM.' })),
  product: Type.Optional(Type.String({ maxLength: 100 })),
  customerId: Type.Optional(Type.String({ maxLength: 100 })),
  ...PageQuery,
})
export type RunQuery = Static<typeof RunQuery>

export const ProductList = Type.Object(
  {
    products: Type.Array(
      Type.Object({
        id: Product,
        name: Type.String(),
        category: Type.String(),
        estimatedDuration: Type.Integer({ description: 'Whole minutes.' }),
      }),
    ),
  },
  { title: 'ProductList' },
)
export type ProductList = Static<typeof ProductList>
