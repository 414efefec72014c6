import type { Insertable } from 'kysely'
import type { Partners } from '../../platform/database/tables.gen.ts'
import { newId } from '../../shared/ids.ts'
import type { CreatedPartner, NewPartner } from './schema.ts'

/** The row of a new partner, which is pending. */
export function toPendingRow(distributorId: string, input: NewPartner, at: Date): Insertable<Partners> {
  return {
    id: newId('prt'),
    distributor_id: distributorId,
    company: input.company.trim(),
    email: input.email,
    name: input.name.trim(),
    plan: input.plan,
    status: 'pending',
    settlement_currency: input.billing.currency,
    settlement_interval: input.billing.interval ?? 'quarterly',
    created_at: at,
    updated_at: at,
  }
}

/** A new partner as the audit trail and the response show it. */
export function toCreated(row: Insertable<Partners>, at: Date): CreatedPartner {
  const {
    id,
    company,
    email,
    plan,
    settlement_currency: currency = 'USD',
    settlement_interval: interval = 'quarterly',
  } = row
  return { id, company, email, plan, status: row.status, billing: { currency, interval }, createdAt: at }
}
