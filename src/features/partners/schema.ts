import { type Static, Type } from 'typebox'
import { anyRow, NextCursor, PageQuery, PartnerId, RowErrors, Timestamp, timestamp } from '../../api.ts'
import { SETTLEMENT_CURRENCIES, SETTLEMENT_INTERVALS } from '../../shared/money/prices.ts'
import { PLAN_NAMES } from '../../shared/plans.ts'
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
const PlanName = Type.Enum([...PLAN_NAMES], { examples: ['professional'] })
const Status = Type.Enum(['active', 'suspended', 'pending'])
const NewStatus = Type.Enum(['active', 'suspended', 'pending'], { examples: ['pending'] })
const Currency = Type.Enum([...SETTLEMENT_CURRENCIES])
const Interval = Type.Enum([...SETTLEMENT_INTERVALS])
const Settlement = Type.Object({ currency: Currency, interval: Interval })

export const NewPartner = Type.Object(
  {
    email: Email,
    company: Company,
    name: Name,
    plan: PlanName,
    billing: Type.Object({ currency: Currency, interval: Type.Optional(Interval) }),
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
    status: Status,
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
          status: Status,
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

export const PartnerQuery = Type.Object({ status: Type.Optional(Status), ...PageQuery })
export type PartnerQuery = Static<typeof PartnerQuery>

/** Absent fields stay as they are. */
export const PartnerChange = Type.Object(
  {
    plan: Type.Optional(PlanName),
    billing: Type.Optional(Type.Object({ currency: Type.Optional(Currency), interval: Type.Optional(Interval) })),
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
  { id: PartnerId, status: Status, activatedAt: timestamp('2026-05-06T09:30:00.000Z') },
  { title: 'ActivatedPartner' },
)
export type ActivatedPartner = Static<typeof ActivatedPartner>

export const SuspendedPartner = Type.Object(
  {
    id: PartnerId,
    status: Type.Enum(['active', 'suspended', 'pending'], { examples: ['suspended'] }),
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
