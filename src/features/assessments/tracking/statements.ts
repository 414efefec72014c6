import { type RawBuilder, sql } from 'kysely'
import type { Severity } from '../../../engine/model/verdict.ts'
import type { RequirementState } from '../../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import type { TrackedState } from './rules.ts'

export interface FindingRow {
  id: number
  customerId: string
  product: string
  requirement: string
  state: RequirementState
  verdict: string
  severity: Severity
  since: Date
  change: TrackedState['change']
  changedAt: Date
  changedRun: string
}

/** Selects findings; what is absent matches everything. */
export interface StateFilter {
  customerId?: string
  product?: string
  requirement?: string
  severity?: Severity
  state?: RequirementState
  /** The first time of a change that is listed. */
  since?: Date
}

/** The findings of a partner, past ones included, whose state changed last first. */
export function findingsIn(
  partnerId: string,
  filter: StateFilter,
  page: { limit: number; after?: ListPosition },
): RawBuilder<FindingRow> {
  const { customerId, product, requirement, severity, state, since } = filter
  const conditions = [
    sql`partner_id = ${partnerId}`,
    sql`severity is not null`,
    ...(customerId !== undefined ? [sql`customer_id = ${customerId}`] : []),
    ...(product !== undefined ? [sql`product = ${product}`] : []),
    ...(requirement !== undefined ? [sql`requirement = ${requirement}`] : []),
    ...(severity !== undefined ? [sql`severity = ${severity}`] : []),
    // A literal: only with that does PostgreSQL know that a partial index applies.
    ...(state !== undefined ? [sql`state = ${sql.lit(state)}`] : []),
    ...(since !== undefined ? [sql`changed_at >= ${since}`] : []),
    ...(page.after !== undefined
      ? [sql`(changed_at, id) < (${new Date(page.after.createdAt)}, ${Number(page.after.id)})`]
      : []),
  ]
  return sql<FindingRow>`
    select id, customer_id as "customerId", product, requirement, state, verdict, severity, since, change,
      changed_at as "changedAt", changed_run as "changedRun"
    from requirement_states where ${sql.join(conditions, sql` and `)}
    order by changed_at desc, id desc limit ${page.limit}`
}
