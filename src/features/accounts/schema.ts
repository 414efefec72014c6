import { type Static, Type } from 'typebox'
import { AccountStatus, Month, PartnerId, PlanName, Timestamp } from '../../api.ts'

/** What a partner has used of its plan in the current month. */
export const MonthUsage = Type.Object({
  month: Month,
  runsUsed: Type.Integer({ examples: [12] }),
  runsLimit: Type.Integer({ description: '-1 means unlimited.', examples: [250] }),
  customersCount: Type.Integer({ examples: [8] }),
})

export const PartnerAccount = Type.Object(
  {
    id: PartnerId,
    company: Type.String({ examples: ['Contour Cloud Services'] }),
    email: Type.String({
      description: 'Email address of the account administrator.',
      examples: ['admin@contour.example'],
    }),
    plan: PlanName,
    status: AccountStatus,
    usage: MonthUsage,
    createdAt: Timestamp,
  },
  { title: 'PartnerAccount' },
)
export type PartnerAccount = Static<typeof PartnerAccount>
