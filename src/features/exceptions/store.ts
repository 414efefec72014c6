import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Exceptions } from '../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { ExceptionRow, NewDecision } from './rules.ts'

/** Serializes changes of one customer's exceptions. */
export async function lockExceptions(tx: Connection, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exceptions ${customerId}`}, 0))`.execute(tx)
}

export async function insertException(tx: Connection, row: Insertable<Exceptions>): Promise<void> {
  await tx.insertInto('exceptions').values(row).execute()
}

const recordedExceptions = (db: Connection, partnerId: string, customerId: string) =>
  db
    .selectFrom('exceptions')
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)

/** How many exceptions a customer has, including expired ones, and how many of them are emergency accounts. */
export async function countExceptions(
  db: Connection,
  partnerId: string,
  customerId: string,
): Promise<{ all: number; emergency: number }> {
  return await recordedExceptions(db, partnerId, customerId)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('kind', '=', 'emergency-account').as('emergency'),
    ])
    .executeTakeFirstOrThrow()
}

/** The id of an exception for the same requirement and object, ignoring the case of the object's name. */
export async function findSameException(
  db: Connection,
  partnerId: string,
  customerId: string,
  { product, requirement, object }: NewDecision,
): Promise<string | undefined> {
  const row = await recordedExceptions(db, partnerId, customerId)
    .select('id')
    .where('product', 'is not distinct from', product)
    .where('requirement', 'is not distinct from', requirement)
    .where(sql<boolean>`lower(object) is not distinct from lower(${object}::text)`)
    .executeTakeFirst()
  return row?.id
}

export async function findException(
  db: Connection,
  partnerId: string,
  customerId: string,
  id: string,
): Promise<ExceptionRow | undefined> {
  return await recordedExceptions(db, partnerId, customerId).selectAll().where('id', '=', id).executeTakeFirst()
}

/** The exceptions of a customer, or those that count for one product. Emergency accounts count for every product. */
export async function listExceptionRows(
  db: Connection,
  partnerId: string,
  customerId: string,
  product: string | undefined,
  page: { limit?: number; after?: ListPosition },
): Promise<ExceptionRow[]> {
  let query = recordedExceptions(db, partnerId, customerId).selectAll()
  if (product !== undefined)
    query = query.where((eb) => eb.or([eb('product', '=', product), eb('product', 'is', null)]))
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(createdAt), id)))
  }
  if (page.limit !== undefined) query = query.limit(page.limit)
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/**
 * Marks the end of exceptions that expire soonest, between `at` and `until`, as announced; returns them with the distributors of
 * their partners. An end that was announced before, or is being announced by another worker, is left out.
 */
export async function claimExpiringExceptions(
  tx: Connection,
  { at, until, max }: { at: Date; until: Date; max: number },
): Promise<(ExceptionRow & { distributorId: string | null })[]> {
  return await tx
    .updateTable('exceptions as exception')
    .from('partners as partner')
    .set((eb) => ({ announced_end: eb.ref('exception.expires_at') }))
    .whereRef('partner.id', '=', 'exception.partner_id')
    .where(
      'exception.id',
      '=',
      sql<string>`any(array(
        select id from exceptions
        where removed_at is null and announced_end is distinct from expires_at
          and expires_at > ${at} and expires_at <= ${until}
        order by expires_at limit ${max} for update skip locked))`,
    )
    .returningAll('exception')
    .returning('partner.distributor_id as distributorId')
    .execute()
}

export async function updateException(
  tx: Connection,
  partnerId: string,
  id: string,
  change: Updateable<Exceptions>,
): Promise<void> {
  await tx.updateTable('exceptions').set(change).where('partner_id', '=', partnerId).where('id', '=', id).execute()
}
