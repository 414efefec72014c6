import { type Static, Type } from 'typebox'
import { anyRow, PageQuery, RowErrors, Timestamp } from '../../api.ts'

const Name = Type.String({ format: 'name', description: 'Display name of the organisation, 1 to 200 characters.' })
const TenantId = Type.String({ format: 'uuid', description: 'Tenant id of the productivity suite.' })
const Email = Type.String({ format: 'email', description: 'Primary contact.' })
const Emails = Type.Array(Type.String({ format: 'email' }), { maxItems: 50 })
const Receivers = Type.Unsafe<string[]>({ ...Emails, description: 'Who is told when a report is ready.' })
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

/** What is absent stays as it is; null clears the e-mail address. */
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

const Id = Type.String({ description: 'Prefix cust_.' })

const customerFields = {
  id: Id,
  name: Name,
  tenantId: TenantId,
  email: Type.Optional(Email),
  receivers: Receivers,
  questionnaireRecipients: Recipients,
}

export const Customer = Type.Object({ ...customerFields, createdAt: Timestamp }, { title: 'Customer' })
export type Customer = Static<typeof Customer>

export const PartnersCustomer = Type.Object(
  { ...customerFields, partnerId: Type.String({ description: 'The owning partner.' }), createdAt: Timestamp },
  { title: 'PartnersCustomer' },
)

export const ChangedCustomer = Type.Object({ ...customerFields, updatedAt: Timestamp }, { title: 'ChangedCustomer' })
export type ChangedCustomer = Static<typeof ChangedCustomer>

export const CustomerWithRuns = Type.Object(
  {
    ...customerFields,
    recentRuns: Type.Array(
      Type.Object({
        id: Type.String(),
        product: Type.String(),
        status: Type.String(),
        completedAt: Type.Optional(Timestamp),
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
      Type.Object({ id: Id, name: Name, tenantId: TenantId, email: Type.Optional(Email), createdAt: Timestamp }),
    ),
    nextCursor: Type.Optional(Type.String()),
  },
  { title: 'CustomerList' },
)
export type CustomerList = Static<typeof CustomerList>

export const CUSTOMERS_MOST = 100

export const NewCustomers = Type.Object(
  {
    customers: Type.Array(anyRow(NewCustomer), {
      minItems: 1,
      description: `At most ${CUSTOMERS_MOST}; each as for a single customer.`,
    }),
  },
  { title: 'NewCustomers' },
)

export const BulkCustomers = Type.Object(
  {
    created: Type.Integer(),
    failed: Type.Integer(),
    customers: Type.Array(Type.Object({ id: Id, name: Name, status: Type.Literal('created') }), {
      description: 'Those that were created, in the order of the request.',
    }),
    errors: RowErrors,
  },
  { title: 'BulkCustomers' },
)
export type BulkCustomers = Static<typeof BulkCustomers>

export const CustomerQuery = Type.Object(PageQuery)
export type CustomerQuery = Static<typeof CustomerQuery>
