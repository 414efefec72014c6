import { type Static, Type } from 'typebox'
import { Timestamp } from '../../api.ts'
import { PLAN_NAMES } from '../../ground/plans.ts'

export const PartnerAccount = Type.Object(
  {
    id: Type.String({ description: 'Prefix prt_.' }),
    company: Type.String(),
    email: Type.String({ description: 'E-mail address of the account administrator.' }),
    plan: Type.Enum([...PLAN_NAMES]),
    status: Type.Enum(['active', 'suspended', 'pending']),
    usage: Type.Object({
      month: Type.String({ description: 'UTC calendar month, YYYY-MM.' }),
      runsUsed: Type.Integer(),
      runsLimit: Type.Integer({ description: '-1 means unlimited.' }),
      customersCount: Type.Integer(),
    }),
    createdAt: Timestamp,
  },
  { title: 'PartnerAccount' },
)
export type PartnerAccount = Static<typeof PartnerAccount>
