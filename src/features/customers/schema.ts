import { type Static, Type } from 'typebox'
import {
  anyRow,
  CustomerId,
  NextCursor,
  PageQuery,
  PartnerId,
  RowErrors,
  RunId,
  RunStatus,
  Timestamp,
  timestamp,
} from '../../api.ts'

const Name = Type.String({
  format: 'name',
  description: 'Display name of the organisation, 1 to 200 characters.',
  examples: ['Bellbird Engineering'],
})
const TenantId = Type.String({
  format: 'uuid',
  description: 'Tenant id of the productivity suite.',
  examples: ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'],
})
const Email = Type.String({ format: 'email', description: 'Primary contact.', examples: ['it@bellbird.example'] })
const Emails = Type.Array(Type.String({ format: 'email', examples: ['security@bellbird.example'] }), { maxItems: 50 })
const Receivers = Type.Unsafe<string[]>({ ...Emails, description: 'Who is notified when a report is ready.' })
const Recipients = Type.Unsafe<string[]>({ ...Emails, description: 'Who is invited to answer questionnaires.' })

export const NewCustomer = Type.Object(
  {
    name: Name,
    tenantId: TenantId,
    email: Type.Optional(Email),
    receivers: Type.Optional(Receivers),
    questionnaireRecipients: Type.Optional(Recipients),
  },
  { title: 'NewCustomer' },
)
export type NewCustomer = Static<typeof NewCustomer>

/** Absent fields stay as they are; null clears the email address. */
export const CustomerChange = Type.Object(
  {
    name: Type.Optional(Name),
    tenantId: Type.Optional(TenantId),
    email: Type.Optional(Type.Unsafe<string | null>({ ...Email, type: ['string', 'null'] })),
    receivers: Type.Optional(Type.Unsafe<string[] | null>({ ...Receivers, type: ['array', 'null'] })),
    questionnaireRecipients: Type.Optional(Type.Unsafe<string[] | null>({ ...Recipients, type: ['array', 'null'] })),
  },
  { title: 'CustomerChange' },
)
export type CustomerChange = Static<typeof CustomerChange>

const customerFields = {
  id: CustomerId,
  name: Name,
  tenantId: TenantId,
  email: Type.Optional(Email),
  receivers: Receivers,
  questionnaireRecipients: Recipients,
}

export const Customer = Type.Object({ ...customerFields, createdAt: Timestamp }, { title: 'Customer' })
export type Customer = Static<typeof Customer>

export const PartnersCustomer = Type.Object(
  {
    ...customerFields,
    partnerId: Type.String({ ...PartnerId, description: 'The owning partner.' }),
    createdAt: Timestamp,
  },
  { title: 'PartnersCustomer' },
)

export const ChangedCustomer = Type.Object(
  { ...customerFields, updatedAt: timestamp('2026-05-06T09:30:00.000Z') },
  { title: 'ChangedCustomer' },
)
export type ChangedCustomer = Static<typeof ChangedCustomer>

export const CustomerWithRuns = Type.Object(
  {
    ...customerFields,
    recentRuns: Type.Array(
      Type.Object({
        id: RunId,
        product: Type.String({ examples: ['essential-eight'] }),
        status: Type.Unsafe<string>({ ...RunStatus, examples: ['completed'] }),
        completedAt: Type.Optional(timestamp('2026-05-04T02:13:52.718Z')),
      }),
      { description: 'The newest ten.' },
    ),
    createdAt: Timestamp,
  },
  { title: 'CustomerWithRuns' },
)
export type CustomerWithRuns = Static<typeof CustomerWithRuns>

export const CustomerList = Type.Object(
  {
    customers: Type.Array(
      Type.Object(
        {
          id: CustomerId,
          name: Name,
          tenantId: TenantId,
          email: Type.Optional(Email),
          createdAt: Timestamp,
        },
        { title: 'CustomerSummary' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'CustomerList' },
)
export type CustomerList = Static<typeof CustomerList>

export const MAX_CUSTOMERS = 100

export const NewCustomers = Type.Object(
  {
    customers: Type.Array(anyRow(NewCustomer), {
      minItems: 1,
      description: `At most ${MAX_CUSTOMERS}; each as for a single customer.`,
    }),
  },
  { title: 'NewCustomers' },
)

export const BulkCustomers = Type.Object(
  {
    created: Type.Integer({ examples: [1] }),
    failed: Type.Integer({ examples: [1] }),
    customers: Type.Array(Type.Object({ id: CustomerId, name: Name, status: Type.Literal('created') }), {
      description: 'Created rows, in the order of the request.',
    }),
    errors: RowErrors,
  },
  { title: 'BulkCustomers' },
)
export type BulkCustomers = Static<typeof BulkCustomers>

export const CustomerQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      format: 'name',
      description: 'Only customers with this text in their name, tenant id or an email address; case is ignored.',
      examples: ['bellbird'],
    }),
  ),
  ...PageQuery,
})
export type CustomerQuery = Static<typeof CustomerQuery>
