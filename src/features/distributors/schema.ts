import { type Static, Type } from 'typebox'
import { AccountStatus, Month, PartnerId, Timestamp } from '../../api.ts'

export const DistributorAccount = Type.Object(
  {
    id: Type.String({ description: 'Prefix dist_.', examples: ['dist_01m7zb6f92ew9sper2bfykazav'] }),
    company: Type.String({ examples: ['Meridian Distribution'] }),
    email: Type.String({ examples: ['ops@meridian.example'] }),
    status: AccountStatus,
    partnersCount: Type.Integer({ examples: [3] }),
    usage: Type.Object({
      month: Month,
      totalRuns: Type.Integer({ examples: [12] }),
      totalCustomers: Type.Integer({ examples: [8] }),
    }),
    createdAt: Timestamp,
  },
  { title: 'DistributorAccount' },
)
export type DistributorAccount = Static<typeof DistributorAccount>

export const DistributorUsage = Type.Object(
  {
    month: Month,
    totalPartners: Type.Integer({ examples: [3] }),
    activePartners: Type.Integer({ examples: [2] }),
    totalCustomers: Type.Integer({ examples: [8] }),
    totalRuns: Type.Integer({ examples: [12] }),
    byPartner: Type.Array(
      Type.Object({
        partnerId: PartnerId,
        company: Type.String({ examples: ['Contour Cloud Services'] }),
        runs: Type.Integer({ examples: [12] }),
        customers: Type.Integer({ examples: [8] }),
      }),
    ),
  },
  { title: 'DistributorUsage' },
)
export type DistributorUsage = Static<typeof DistributorUsage>

export const UsageQuery = Type.Object({ month: Type.Optional(Month) })
