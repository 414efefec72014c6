import { type Static, Type } from 'typebox'
import {
  NextCursor,
  PageQuery,
  PartnerId,
  PlanName,
  SettlementCurrency,
  SettlementInterval,
  timestamp,
} from '../../api.ts'

export const STATEMENT_FORMATS = ['pdf', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

const amount = (example: number, description: string) =>
  Type.Integer({ description: `${description} In minor units, such as cents.`, examples: [example] })
const day = (example: string, description: string) => Type.String({ description, examples: [example] })
const Company = Type.String({ examples: ['Contour Cloud Services'] })
const Closed = timestamp('2026-10-01T01:00:12.301Z')

const statementFields = {
  id: Type.String({ description: 'Prefix stl_.', examples: ['stl_01m7zb6f92ew9sper2bfykazav'] }),
  number: Type.Integer({ description: 'Counts up from 1 for your account, without gaps.', examples: [3] }),
  period: Type.String({
    description: 'A quarter, for example 2026-Q3, or a year, for example 2026.',
    examples: ['2026-Q3'],
  }),
  interval: SettlementInterval,
  currency: SettlementCurrency,
  firstDay: day('2026-07-01', 'First day of the period (UTC).'),
  lastDay: day('2026-09-30', 'Last day of the period (UTC).'),
  partnersCount: Type.Integer({ description: 'Partners with at least one day in it.', examples: [12] }),
  charged: amount(1_904_400, 'List price of what you bill to your partners.'),
  revenueShare: amount(380_880, 'Your share of all lines.'),
  adjusted: amount(-2_500, 'Sum of the adjustments.'),
  total: amount(1_521_020, 'charged − revenueShare + adjusted: what you owe; if negative, what we owe you.'),
  createdAt: Closed,
}

export const Statement = Type.Object(statementFields, { title: 'SettlementStatement' })
export type Statement = Static<typeof Statement>

export const StatementList = Type.Object(
  { settlements: Type.Array(Statement), nextCursor: NextCursor },
  { title: 'SettlementStatementList' },
)
export type StatementList = Static<typeof StatementList>

const Line = Type.Object(
  {
    partnerId: PartnerId,
    company: Company,
    plan: PlanName,
    firstDay: day('2026-07-01', 'First day on this plan and these terms.'),
    lastDay: day('2026-09-30', 'Last day on them.'),
    days: Type.Integer({ examples: [92] }),
    price: amount(158_700, 'List price of the plan for the whole period.'),
    list: amount(158_700, 'The part for these days.'),
    revenueSharePercent: Type.Number({ description: 'Your share, in percent of the list price.', examples: [20] }),
    revenueShare: amount(31_740, 'Your share of `list`.'),
    billedBy: Type.Enum(['distributor', 'processor'], {
      description: 'distributor: you bill the partner and owe us `amount`. processor: we do, and owe you your share.',
      examples: ['distributor'],
    }),
    amount: amount(126_960, 'What you owe for these days; if negative, what we owe you.'),
  },
  { title: 'SettlementLine' },
)

const Usage = Type.Object(
  {
    partnerId: PartnerId,
    company: Company,
    runs: Type.Integer({ description: 'In the period.', examples: [31] }),
    customers: Type.Integer({ description: 'At its end.', examples: [8] }),
  },
  { title: 'SettlementUsage' },
)

const Adjustment = Type.Object(
  {
    id: Type.String({ description: 'Prefix adj_.', examples: ['adj_01m7zb6f92ew9sper2bfykazav'] }),
    amount: amount(-2_500, 'Positive: you owe it. Negative: we owe it to you.'),
    reason: Type.String({ examples: ['Credit for the outage of 3 September.'] }),
    author: Type.String({ description: 'Who decided it.', examples: ['Ada Operator'] }),
    createdAt: timestamp('2026-09-04T09:30:00.000Z'),
  },
  { title: 'SettlementAdjustment' },
)

export const StatementDetail = Type.Object(
  {
    ...statementFields,
    lines: Type.Array(Line, { description: 'By company, then by day.' }),
    usage: Type.Array(Usage, { description: 'What your partners used; it is not charged.' }),
    adjustments: Type.Array(Adjustment),
  },
  { title: 'SettlementStatementDetail' },
)
export type StatementDetail = Static<typeof StatementDetail>

export const StatementQuery = Type.Object(PageQuery)

export const StatementFileQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...STATEMENT_FORMATS], {
      default: 'pdf',
      description: 'pdf: for printing and sharing. csv: one row per line of the statement.',
    }),
  ),
})
