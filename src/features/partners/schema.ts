import { type Static, Type } from 'typebox'
import {
  ACCOUNT_STATUSES,
  AccountStatus,
  anyRow,
  NextCursor,
  PageQuery,
  PartnerId,
  PlanName,
  RowErrors,
  SettlementCurrency,
  SettlementInterval,
  Timestamp,
  timestamp,
} from '../../api.ts'
import { MonthUsage } from '../accounts/schema.ts'

const Company = Type.String({
  format: 'name',
  description: 'Company name, 1 to 200 characters.',
  examples: ['Contour Cloud Services'],
})
const Email = Type.String({
  format: 'email',
  description: 'Email address of the account administrator.',
  examples: ['admin@contour.example'],
})
const Name = Type.String({
  format: 'name',
  description: 'Name of the account administrator.',
  examples: ['Ines Contour'],
})
const statusLike = (example: string) =>
  Type.Enum([...ACCOUNT_STATUSES], { title: 'AccountStatus', examples: [example] })
const NewStatus = statusLike('pending')
const Settlement = Type.Object({ currency: SettlementCurrency, interval: SettlementInterval })

export const NewPartner = Type.Object(
  {
    email: Email,
    company: Company,
    name: Name,
    plan: PlanName,
    billing: Type.Object({ currency: SettlementCurrency, interval: Type.Optional(SettlementInterval) }),
  },
  { title: 'NewPartner' },
)
export type NewPartner = Static<typeof NewPartner>

export const CreatedPartner = Type.Object(
  {
    id: PartnerId,
    company: Company,
    email: Email,
    plan: PlanName,
    status: NewStatus,
    billing: Settlement,
    createdAt: Timestamp,
  },
  { title: 'CreatedPartner' },
)
export type CreatedPartner = Static<typeof CreatedPartner>

export const PartnerDetail = Type.Object(
  {
    id: PartnerId,
    company: Company,
    email: Email,
    name: Name,
    plan: PlanName,
    status: AccountStatus,
    billing: Settlement,
    usage: MonthUsage,
    createdAt: Timestamp,
  },
  { title: 'PartnerDetail' },
)
export type PartnerDetail = Static<typeof PartnerDetail>

export const PartnerList = Type.Object(
  {
    partners: Type.Array(
      Type.Object(
        {
          id: PartnerId,
          company: Company,
          email: Email,
          plan: PlanName,
          status: AccountStatus,
          customersCount: Type.Integer({ examples: [8] }),
          createdAt: Timestamp,
        },
        { title: 'PartnerSummary' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'PartnerList' },
)
export type PartnerList = Static<typeof PartnerList>

export const PartnerQuery = Type.Object({ status: Type.Optional(AccountStatus), ...PageQuery })
export type PartnerQuery = Static<typeof PartnerQuery>

/** Absent fields stay as they are. */
export const PartnerChange = Type.Object(
  {
    plan: Type.Optional(PlanName),
    billing: Type.Optional(
      Type.Object({ currency: Type.Optional(SettlementCurrency), interval: Type.Optional(SettlementInterval) }),
    ),
  },
  { title: 'PartnerChange' },
)
export type PartnerChange = Static<typeof PartnerChange>

export const ChangedPartner = Type.Object(
  { id: PartnerId, plan: PlanName, billing: Settlement, updatedAt: timestamp('2026-05-06T09:30:00.000Z') },
  { title: 'ChangedPartner' },
)
export type ChangedPartner = Static<typeof ChangedPartner>

export const ActivatedPartner = Type.Object(
  { id: PartnerId, status: AccountStatus, activatedAt: timestamp('2026-05-06T09:30:00.000Z') },
  { title: 'ActivatedPartner' },
)
export type ActivatedPartner = Static<typeof ActivatedPartner>

export const SuspendedPartner = Type.Object(
  {
    id: PartnerId,
    status: statusLike('suspended'),
    suspendedAt: timestamp('2026-05-06T09:30:00.000Z'),
  },
  { title: 'SuspendedPartner' },
)
export type SuspendedPartner = Static<typeof SuspendedPartner>

export const MAX_PARTNERS = 50

export const NewPartners = Type.Object(
  {
    partners: Type.Array(anyRow(NewPartner), {
      minItems: 1,
      description: `At most ${MAX_PARTNERS}; each as for a single partner.`,
    }),
  },
  { title: 'NewPartners' },
)

export const BulkPartners = Type.Object(
  {
    created: Type.Integer({ examples: [1] }),
    failed: Type.Integer({ examples: [1] }),
    partners: Type.Array(Type.Object({ id: PartnerId, company: Company, status: NewStatus })),
    errors: RowErrors,
  },
  { title: 'BulkPartners' },
)
export type BulkPartners = Static<typeof BulkPartners>
