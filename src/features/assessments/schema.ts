import { type Static, Type } from 'typebox'
import {
  CustomerId,
  FailureCode,
  Month,
  NextCursor,
  PageQuery,
  PartnerId,
  RowErrors,
  RUN_STATUSES,
  RunId,
  Timestamp,
  timestamp,
} from '../../api.ts'

const Product = Type.String({ description: 'A product identifier, see GET products.', examples: ['essential-eight'] })
const Target = Type.Integer({
  minimum: 1,
  maximum: 5,
  description: "The maturity level to assess against; by default the product's own.",
  examples: [2],
})
/** Blank counts as missing. */
const FILLED = '\\S'
/** What a list of runs can show of each run, if asked. */
const RUN_PARTS = ['customer', 'findings', 'coverage'] as const
export type RunPart = (typeof RUN_PARTS)[number]

/** The parts that a list separated by commas names; undefined if one of them does not exist. */
export function readRunParts(text: string): ReadonlySet<RunPart> | undefined {
  const names = text.split(',')
  const parts = RUN_PARTS.filter((part) => names.includes(part))
  return names.every((name) => parts.some((part) => part === name)) ? new Set(parts) : undefined
}

const NewStatus = Type.Enum([...RUN_STATUSES], { title: 'RunStatus', examples: ['queued'] })
const Status = Type.Enum([...RUN_STATUSES], { title: 'RunStatus', examples: ['completed'] })
const Score = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'Higher is better; only on completed runs.',
  examples: [61],
})
const StartedAt = timestamp('2026-05-04T02:11:10.043Z')
const CompletedAt = timestamp('2026-05-04T02:13:52.718Z')

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
  {
    id: RunId,
    customerId: CustomerId,
    product: Product,
    maturityTarget: Target,
    status: NewStatus,
    createdAt: Timestamp,
  },
  { title: 'QueuedRun' },
)
export type QueuedRun = Static<typeof QueuedRun>

export const MAX_RUNS = 50

export const NewAssessments = Type.Object(
  {
    product: Type.String({ ...Product, pattern: FILLED }),
    customerIds: Type.Array(Type.Unsafe<unknown>({ anyOf: [CustomerId, {}] }), {
      minItems: 1,
      description: `At most ${MAX_RUNS} customers; each gets a run.`,
    }),
    maturityTarget: Type.Optional(Target),
  },
  { title: 'NewAssessments' },
)
export type NewAssessments = Static<typeof NewAssessments>

export const BulkRuns = Type.Object(
  {
    queued: Type.Integer({ examples: [1] }),
    failed: Type.Integer({ examples: [1] }),
    runs: Type.Array(Type.Object({ id: RunId, customerId: CustomerId, status: NewStatus }), {
      description: 'Queued runs, in the order of the request.',
    }),
    errors: Type.Unsafe<Static<typeof RowErrors>>({
      ...RowErrors,
      examples: [[{ index: 1, code: 'NOT_FOUND', message: 'Customer not found.', field: 'customerIds[1]' }]],
    }),
  },
  { title: 'BulkRuns' },
)
export type BulkRuns = Static<typeof BulkRuns>

export const PartnersQueuedRun = Type.Object(
  {
    id: RunId,
    customerId: CustomerId,
    partnerId: Type.String({ ...PartnerId, description: 'The partner it was started for.' }),
    product: Product,
    status: NewStatus,
    createdAt: Timestamp,
  },
  { title: 'PartnersQueuedRun' },
)

const countsOf = (description: string) => {
  const count = (example: number) => Type.Optional(Type.Integer({ minimum: 0, description, examples: [example] }))
  return { findings: count(31), critical: count(2), high: count(11), medium: count(13), low: count(5) }
}
const CustomerName = Type.String({ examples: ['Bellbird Engineering'] })
const Coverage = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Share of the requirements that could be evaluated.',
  examples: [0.68],
})
const ScoreCeiling = Type.Integer({
  description: 'The score if everything unknown were in place.',
  examples: [87],
})

export const RunList = Type.Object(
  {
    runs: Type.Array(
      Type.Object(
        {
          id: RunId,
          customerId: CustomerId,
          product: Product,
          status: Status,
          score: Type.Optional(Score),
          createdAt: Timestamp,
          completedAt: Type.Optional(CompletedAt),
          customerName: Type.Optional(Type.String({ ...CustomerName, description: 'Only with include=customer.' })),
          ...countsOf('Only with include=findings, on completed runs.'),
          coverage: Type.Optional(Type.Number({ ...Coverage, description: 'Only with include=coverage.' })),
          scoreCeiling: Type.Optional(Type.Integer({ ...ScoreCeiling, description: 'Only with include=coverage.' })),
        },
        { title: 'RunSummary' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'RunList' },
)
export type RunList = Static<typeof RunList>

export const Run = Type.Object(
  {
    id: RunId,
    customerId: CustomerId,
    customerName: CustomerName,
    product: Product,
    maturityTarget: Target,
    status: Status,
    score: Type.Optional(Score),
    ...countsOf('Only on completed runs.'),
    reportUrl: Type.String({
      description:
        'Address of the report, for people who can sign in. With a signature, as in emails, anybody can open it.',
      examples: ['https://localhost:8443/reports/run_01m7zb6f92ew9sper81fjd57z4'],
    }),
    createdAt: Timestamp,
    startedAt: Type.Optional(StartedAt),
    completedAt: Type.Optional(CompletedAt),
    maturityAchieved: Type.Optional(
      Type.Number({ description: 'The overall level, 0 if none is reached.', examples: [0] }),
    ),
    coverage: Type.Optional(Coverage),
    scoreCeiling: Type.Optional(ScoreCeiling),
    failure: Type.Optional(
      Type.Object({ code: FailureCode, message: Type.String() }, { description: 'Why a failed run failed.' }),
    ),
  },
  { title: 'Run' },
)
export type Run = Static<typeof Run>

export const PartnersRun = Type.Object(
  { ...Run.properties, partnerId: Type.String({ ...PartnerId, description: 'The partner it was started for.' }) },
  { title: 'PartnersRun' },
)

export const RunQuery = Type.Object({
  month: Type.Optional(Type.String({ ...Month, description: 'UTC calendar month of creation, YYYY-MM.' })),
  product: Type.Optional(Type.String({ maxLength: 100, description: 'Only runs of this product.' })),
  customerId: Type.Optional(Type.String({ maxLength: 100, description: 'Only runs of this customer.' })),
  status: Type.Optional(
    Type.Enum([...RUN_STATUSES], { title: 'RunStatus', description: 'Only runs with this status.' }),
  ),
  completedFrom: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only runs that ended at this time or later.' }),
  ),
  completedTo: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only runs that ended before this time.' }),
  ),
  include: Type.Optional(
    Type.String({
      format: 'run-parts',
      description:
        'Fields to add to each run, separated by commas: `customer` adds `customerName`; `findings` the number of findings and of each severity; `coverage` `coverage` and `scoreCeiling`.',
      examples: ['customer,findings'],
    }),
  ),
  ...PageQuery,
})
export type RunQuery = Static<typeof RunQuery>

export const ProductList = Type.Object(
  {
    products: Type.Array(
      Type.Object(
        {
          id: Product,
          name: Type.String({ examples: ['Essential Eight'] }),
          category: Type.String({ examples: ['compliance'] }),
          estimatedDuration: Type.Integer({ description: 'Whole minutes.', examples: [5] }),
        },
        { title: 'Product' },
      ),
    ),
  },
  { title: 'ProductList' },
)
export type ProductList = Static<typeof ProductList>
