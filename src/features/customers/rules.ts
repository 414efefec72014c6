import { type RowError, toRowError, type ValidatedRows } from '../../api.ts'
import { Problem } from '../../shared/problem.ts'
import type { Customer, CustomerChange, NewCustomer } from './schema.ts'

/** A customer as it is stored. */
export interface CustomerRow {
  id: string
  partnerId: string
  name: string
  tenantId: string
  email: string | null
  receivers: string[]
  questionnaireRecipients: string[]
  createdAt: Date
  updatedAt: Date
}

/** Removes duplicate addresses, ignoring case; keeps the order and the first spelling. */
function distinctAddresses(addresses: readonly string[]): string[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = address.toLowerCase()
    return !seen.has(key) && Boolean(seen.add(key))
  })
}

/** The stored fields of a new customer. */
export function toNewRow(input: NewCustomer): Omit<CustomerRow, 'id' | 'partnerId' | 'createdAt' | 'updatedAt'> {
  return {
    name: input.name.trim(),
    tenantId: input.tenantId,
    email: input.email ?? null,
    receivers: distinctAddresses(input.receivers ?? []),
    questionnaireRecipients: distinctAddresses(input.questionnaireRecipients ?? []),
  }
}

/** The row after a change, and the names of the fields that differ. */
export function applyChange(row: CustomerRow, change: CustomerChange): { row: CustomerRow; changedFields: string[] } {
  const wanted = {
    name: change.name === undefined ? row.name : change.name.trim(),
    tenantId: change.tenantId ?? row.tenantId,
    email: change.email === undefined ? row.email : change.email,
    receivers: change.receivers === undefined ? row.receivers : distinctAddresses(change.receivers ?? []),
    questionnaireRecipients:
      change.questionnaireRecipients === undefined
        ? row.questionnaireRecipients
        : distinctAddresses(change.questionnaireRecipients ?? []),
  }
  const before: Record<string, unknown> = { ...row }
  const changedFields = Object.entries(wanted)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]))
    .map(([field]) => field)
  return { row: { ...row, ...wanted }, changedFields }
}

/** A customer as the API shows it, without an email address that was never set. */
export function toCustomer(row: CustomerRow): Customer & { updatedAt: Date } {
  const { id, name, tenantId, email, receivers, questionnaireRecipients, createdAt, updatedAt } = row
  return {
    id,
    name,
    tenantId,
    ...(email !== null && { email }),
    receivers,
    questionnaireRecipients,
    createdAt,
    updatedAt,
  }
}

/** A customer as events carry it. */
export function toCustomerEvent(row: CustomerRow): Record<string, unknown> {
  const { id, updatedAt: _, createdAt, ...rest } = toCustomer(row)
  return { customerId: id, partnerId: row.partnerId, ...rest, createdAt: createdAt.toISOString() }
}

/** The refusal of a tenant that is registered already, for callers that prefer strict handling. */
export function duplicateTenant(where: string): Problem {
  const message = `tenantId already belongs to ${where}.`
  return new Problem('INVALID_FIELD', { message, details: [{ field: 'tenantId', code: 'INVALID_FIELD', message }] })
}

/**
 * Refuses the rows whose tenant is registered already, or is that of an earlier row. `known` has the ids of customers by their
 * tenants in lower case.
 */
export function refuseDuplicateTenants(
  { good, errors }: ValidatedRows<NewCustomer>,
  known: ReadonlyMap<string, string>,
): ValidatedRows<NewCustomer> {
  const seen = new Map<string, string>(known)
  const refused: RowError[] = []
  const distinct = good.filter(({ index, input }) => {
    const tenantId = input.tenantId.toLowerCase()
    const twin = seen.get(tenantId)
    if (twin === undefined) seen.set(tenantId, `customers[${index}]`)
    else refused.push(toRowError(index, duplicateTenant(twin)))
    return twin === undefined
  })
  return { good: distinct, errors: [...errors, ...refused] }
}
