import type { Customer, CustomerChange, NewCustomer } from './schema.ts'

/** A customer as it is kept. */
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

/** Drops repeated addresses, ignoring case; the first spelling and the order stay. */
function distinctAddresses(addresses: readonly string[]): string[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = address.toLowerCase()
    return !seen.has(key) && Boolean(seen.add(key))
  })
}

/** The fields a new customer is kept with. */
export function toNewRow(input: NewCustomer): Omit<CustomerRow, 'id' | 'partnerId' | 'createdAt' | 'updatedAt'> {
  return {
    name: input.name.trim(),
    tenantId: input.tenantId,
    email: input.email ?? null,
    receivers: distinctAddresses(input.receivers ?? []),
    questionnaireRecipients: distinctAddresses(input.questionnaireRecipients ?? []),
  }
}

/** The row after a change, and the names of the fields that really differ. */
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

/** As the API shows it; an e-mail address that was never given is left out. */
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

/** As events tell it. */
export function toCustomerEvent(row: CustomerRow): Record<string, unknown> {
  const { id, updatedAt: _, createdAt, ...rest } = toCustomer(row)
  return { customerId: id, partnerId: row.partnerId, ...rest, createdAt: createdAt.toISOString() }
}
