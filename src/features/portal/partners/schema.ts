import { type Static, Type } from 'typebox'
import { Month, PartnerId, RowErrors, Timestamp } from '../../../api.ts'
import { SETTLEMENT_CURRENCIES, SETTLEMENT_INTERVALS } from '../../../shared/money/prices.ts'
import { PLAN_NAMES, SUBSCRIPTION_STATUSES } from '../../../shared/plans.ts'

/** What a distributor's people see of its partners. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()
const Status = Type.Enum(['active', 'suspended', 'pending'])

const shown = {
  id: PartnerId,
  company: Type.String(),
  email: Type.String(),
  plan: Type.Enum([...PLAN_NAMES]),
  status: Status,
  createdAt: Timestamp,
  /** Of this month; a limit of -1 means unlimited. An unpaid subscription allows none. */
  runs: Type.Object({ used: Count, limit: Count }),
  customers: Count,
  /** Absent where the partner has no subscription. */
  subscriptionStatus: Type.Optional(Type.Enum([...SUBSCRIPTION_STATUSES])),
  /** The newest of: a run, a call with a key, a request or sign-in of its people. Absent if there was none. */
  lastActivityAt: Type.Optional(Timestamp),
  /** Of a pending partner. */
  activation: Type.Optional(
    Type.Object({
      /** Its link works until then; absent while there is none. */
      linkEndsAt: Type.Optional(Timestamp),
      /** It was invited some time ago, and has no link that works. */
      isOverdue: Type.Boolean(),
    }),
  ),
}

export const PartnersShown = Type.Object({ month: Month, partners: Type.Array(Type.Object(shown)) })
export type PartnersShown = Static<typeof PartnersShown>

export const PartnerShown = Type.Object({
  ...shown,
  /** Of the administrator. */
  name: Type.String(),
  settlement: Type.Object({
    currency: Type.Enum([...SETTLEMENT_CURRENCIES]),
    interval: Type.Enum([...SETTLEMENT_INTERVALS]),
  }),
  billedBy: Type.Enum(['service', 'distributor']),
  activatedAt: Type.Optional(Timestamp),
  suspendedAt: Type.Optional(Timestamp),
  /** Oldest first, with those that have no run. */
  months: Type.Array(Type.Object({ month: Month, runs: Count })),
  /** What a suspension would end now. */
  inUse: Type.Object({ keys: Count, people: Count, queuedRuns: Count, runningRuns: Count, schedules: Count }),
})
export type PartnerShown = Static<typeof PartnerShown>

export const PartnersPreview = Type.Object({
  /** How many more partners the distributor may have. */
  room: Count,
  errors: RowErrors,
  /** Rows whose company or address belongs to a partner already. They can still be created. */
  known: Type.Array(Type.Object({ index: Count, id: PartnerId, company: Type.String(), status: Status })),
})
export type PartnersPreview = Static<typeof PartnersPreview>
