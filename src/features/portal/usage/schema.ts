import { type Static, Type } from 'typebox'
import { Month, Timestamp } from '../../../api.ts'
import { Runs } from '../home/schema.ts'

/** How a partner uses its plan. No key reaches it. */
export const PartnerUsage = Type.Object({
  /** The month that the rest is about. */
  month: Month,
  isCurrent: Type.Boolean(),
  /** The limit is that of today, for each month. */
  runs: Runs,
  /** The newest months, the oldest first, without a gap, from the first month of the account at the earliest. */
  months: Type.Array(Type.Object({ month: Month, runs: Type.Integer() })),
  /** Those with most runs in the month first. */
  customers: Type.Array(
    Type.Object({
      customerId: Type.String(),
      name: Type.String(),
      /** As they count against the limit. */
      runs: Type.Integer(),
      failed: Type.Integer(),
      lastRunAt: Timestamp,
    }),
  ),
  /** Customers with runs in the month, including those that are not listed. */
  customersCount: Type.Integer(),
  /** Counted runs of customers that have been deleted since. */
  runsOfDeleted: Type.Integer(),
})
export type PartnerUsage = Static<typeof PartnerUsage>

export const PartnerUsageQuery = Type.Object({ month: Type.Optional(Type.String({ maxLength: 7 })) })
export type PartnerUsageQuery = Static<typeof PartnerUsageQuery>
