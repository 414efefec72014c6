import type { Kysely } from 'kysely'
import type { Billing, Currency } from '../../ground/prices.ts'
import type { AuthorKind, DB, Generated, PlanName, Timestamp } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'
import type { Invoice, InvoiceReason, SubscriptionStatus } from './processor.ts'

interface Subscriptions {
  anchor_at: Timestamp
  billing: Billing
  canceled_at: Timestamp | null
  created_at: Timestamp
  currency: Currency
  debited_minor: number
  last_invoice_number: Generated<number>
  partner_id: string
  period_end: Timestamp
  period_start: Timestamp
  plan: PlanName
  status: SubscriptionStatus
  updated_at: Timestamp
}

interface CreditBalances {
  amount_minor: number
  currency: Currency
  partner_id: string
}

interface Invoices {
  change_id: string | null
  credit_used_minor: number
  currency: Currency
  due_minor: number
  issued_at: Timestamp
  number: number
  partner_id: string
  reason: InvoiceReason
  status: Invoice['status']
  total_minor: number
}

interface InvoiceLines {
  amount_minor: number
  change_id: string | null
  currency: Currency
  description: string
  id: Generated<number>
  invoice_number: number | null
  partner_id: string
  period_from: Timestamp
  period_until: Timestamp
}

export interface PlanChanges {
  author_id: string
  author_kind: AuthorKind
  billing: Billing | null
  currency: Currency | null
  ended_at: Timestamp | null
  id: string
  message: string | null
  outcome: 'failed' | 'pending' | 'refused' | 'succeeded'
  partner_id: string
  plan: PlanName
  requested_at: Timestamp
}

type BillingTables = DB & {
  subscriptions: Subscriptions
  credit_balances: CreditBalances
  invoices: Invoices
  invoice_lines: InvoiceLines
  plan_changes: PlanChanges
}

/** The same connection, knowing the tables of billing. */
export function books(connection: Connection): Kysely<BillingTables> {
  const plain: Kysely<DB> = connection
  return plain.withTables<Pick<BillingTables, Exclude<keyof BillingTables, keyof DB>>>()
}
