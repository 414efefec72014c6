import { type Static, Type } from 'typebox'
import { Timestamp } from '../../api.ts'

const Month = Type.String({ format: 'month', description: 'UTC calendar month, YYYY-MM.' })

export const DistributorAccount = Type.Object(
  {
    id: Type.String({ description: 'Prefix dist_.' }),
    company: Type.String(),
    email: Type.String(),
    status: Type.Enum(['active', 'suspended', 'pending']),
    partnersCount: Type.Integer(),
    usage: Type.Object({ month: Month, totalRuns: Type.Integer(), totalCustomers: Type.Integer() }),
    createdAt: Timestamp,
  },
  { title: 'DistributorAccount' },
)
export type DistributorAccount = Static<typeof DistributorAccount>

export const DistributorUsage = Type.Object(
  {
    month: Month,
    totalPartners: Type.Integer(),
    activePartners: Type.Integer(),
    totalCustomers: Type.Integer(),
    totalRuns: Type.Integer(),
    byPartner: Type.Array(
      Type.Object({
        partnerId: Type.String({ description: 'Prefix prt_.' }),
        company: Type.String(),
        runs: Type.Integer(),
        customers: Type.Integer(),
      }),
    ),
  },
  { title: 'DistributorUsage' },
)
export type DistributorUsage = Static<typeof DistributorUsage>

export const UsageQuery = Type.Object({ month: Type.Optional(Month) })
