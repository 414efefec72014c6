import { type Static, Type } from 'typebox'
import { Month, PartnerId, Timestamp } from '../../../api.ts'
import { PLAN_NAMES } from '../../../shared/plans.ts'
import { PACES } from '../../../shared/portal/partners-usage-filter.ts'

/** What a distributor's partners use of their plans. No key reaches it. */

const Count = Type.Integer()
const Plan = Type.Enum([...PLAN_NAMES])

export const PartnersUsage = Type.Object({
  /** The month that the rest is about. */
  month: Month,
  isCurrent: Type.Boolean(),
  /** The newest months, the oldest first, without a gap: the runs of all partners. */
  months: Type.Array(Type.Object({ month: Month, runs: Count })),
  /** Most runs first. */
  partners: Type.Array(
    Type.Object({
      partnerId: PartnerId,
      company: Type.String(),
      /** The one of today. */
      plan: Plan,
      status: Type.Enum(['active', 'suspended', 'pending']),
      runs: Count,
      /** In the month before. */
      runsBefore: Count,
      /** At the end of the month, or now. */
      customers: Count,
      /** Runs of a month, where -1 means unlimited, and customers; only of the current month, because plans change. */
      limit: Type.Optional(Count),
      customersLimit: Type.Optional(Count),
      /** Runs by the end of the current month at this pace. */
      forecast: Type.Optional(Count),
      /** When the limit of runs is reached at this pace; absent if that is not within the month. */
      limitReachedAt: Type.Optional(Timestamp),
    }),
  ),
})
export type PartnersUsage = Static<typeof PartnersUsage>
export type PartnerUsageRow = PartnersUsage['partners'][number]

const month = Type.Optional(Type.String({ maxLength: 7 }))

export const PartnersUsageQuery = Type.Object({ month })
export type PartnersUsageQuery = Static<typeof PartnersUsageQuery>

export const PartnersUsageFileQuery = Type.Object({
  month,
  q: Type.Optional(Type.String({ maxLength: 200 })),
  plan: Type.Optional(Plan),
  pace: Type.Optional(Type.Enum([...PACES])),
})
export type PartnersUsageFileQuery = Static<typeof PartnersUsageFileQuery>
