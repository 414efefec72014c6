import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import type { ExceptionRow } from '../../exceptions/rules.ts'
import { contains } from '../customer-search.ts'
import type { CustomersExceptionQuery } from './schema.ts'

export interface ExceptionFilter extends Pick<CustomersExceptionQuery, 'kind' | 'product' | 'q'> {
  now: Date
  /** Until then an exception ends soon. */
  soon: Date
}

export type CustomersExceptionRow = ExceptionRow & { customerName: string }

type State = NonNullable<CustomersExceptionQuery['state']>

const inState = (state: State, { now, soon }: ExceptionFilter): RawBuilder<boolean> => {
  if (state === 'expired') return sql<boolean>`exception.expires_at <= ${now}`
  if (state === 'active') return sql<boolean>`exception.expires_at > ${now}`
  return sql<boolean>`exception.expires_at > ${now} and exception.expires_at <= ${soon}`
}

const matchingIn = (partnerId: string, { kind, product, q }: ExceptionFilter): RawBuilder<unknown> => sql`
  from exceptions as exception join customers as customer on customer.id = exception.customer_id
  where exception.partner_id = ${partnerId} and customer.partner_id = ${partnerId} and exception.removed_at is null
    ${kind === undefined ? sql`` : sql`and exception.kind = ${kind}`}
    ${product === undefined ? sql`` : sql`and (exception.product = ${product} or exception.product is null)`}
    ${
      q === undefined
        ? sql``
        : sql`and ${contains(q, sql`customer.name`, sql`customer.tenant_id`, sql`exception.requirement`, sql`exception.object`)}`
    }`

/** The partner's exceptions in a state, by their end: the next to end first, of those that have ended the last. */
export async function listCustomersExceptions(
  db: Connection,
  partnerId: string,
  state: State,
  filter: ExceptionFilter,
  { limit, after }: { limit: number; after?: ListPosition },
): Promise<CustomersExceptionRow[]> {
  const [order, beyond] = state === 'expired' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { rows } = await sql<CustomersExceptionRow>`
    select exception.*, customer.name as "customerName" ${matchingIn(partnerId, filter)} and ${inState(state, filter)}
      ${after ? sql`and (exception.expires_at, exception.id) ${beyond} (${new Date(after.createdAt)}, ${after.id})` : sql``}
    order by exception.expires_at ${order}, exception.id ${order} limit ${limit}`.execute(db)
  return rows
}

/** How many match in each state. */
export async function countCustomersExceptions(
  db: Connection,
  partnerId: string,
  filter: ExceptionFilter,
): Promise<Record<State, number>> {
  const count = (state: State): RawBuilder<unknown> => sql`count(*) filter (where ${inState(state, filter)})`
  const { rows } = await sql<Record<State, number>>`
    select ${count('active')} as active, ${count('ending')} as ending, ${count('expired')} as expired
    ${matchingIn(partnerId, filter)}`.execute(db)
  return rows[0] ?? { active: 0, ending: 0, expired: 0 }
}
