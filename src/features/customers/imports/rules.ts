import { Problem } from '../../../shared/problem.ts'
import { duplicateTenant } from '../rules.ts'
import type { NewCustomer } from '../schema.ts'
import type { ImportPreview } from './schema.ts'

type RowProblem = ImportPreview['problems'][number]

/** A row before it is validated. */
export type ValidatedRow = Problem | { input: NewCustomer }

/** A customer that the partner has already. */
export interface KnownCustomer {
  id: string
  name: string
  /** In lower case. */
  tenantId: string
}

/** The tenants of the valid rows, in lower case. */
export const tenantsOf = (rows: readonly ValidatedRow[]): string[] =>
  rows.flatMap((row) => (row instanceof Problem ? [] : [row.input.tenantId.toLowerCase()]))

/**
 * Everything that prevents rows from being created: invalid fields, and tenants that are registered already or occur in
 * an earlier row.
 */
export function findRowProblems(rows: readonly ValidatedRow[], known: readonly KnownCustomer[]): RowProblem[] {
  const twins = new Map<string, RowProblem['twin'] & object>(
    known.map(({ id, name, tenantId }) => [tenantId, { customerId: id, name }]),
  )
  return rows.flatMap((row, index): RowProblem[] => {
    if (row instanceof Problem) return toRowProblems(index, row)
    const tenantId = row.input.tenantId.toLowerCase()
    const twin = twins.get(tenantId)
    if (!twin) {
      twins.set(tenantId, { index })
      return []
    }
    const where = twin.name ?? `customers[${twin.index}]`
    return [{ index, field: 'tenantId', message: duplicateTenant(where).message, twin }]
  })
}

const toRowProblems = (index: number, { details = [], message }: Problem): RowProblem[] =>
  details.length === 0
    ? [{ index, field: '', message }]
    : details.map(({ field, message }) => ({ index, field, message }))
