import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Exceptions } from '../../platform/database/tables.gen.ts'
import type { Place } from '../../shared/pagination.ts'
import type { ExceptionRow, NewDecision } from './rules.ts'

/** Two changes at once of one customer's exceptions come one after the other. */
export async function lockExceptions(tx: Connection, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exceptions ${customerId}`}, 0))`.execute(tx)
}

export async function insertException(tx: Connection, row: Insertable<Exceptions>): Promise<void> {
  await tx.insertInto('exceptions').values(row).execute()
}

const standing = (db: Connection, partnerId: string, customerId: string) =>
  db
    .selectFrom('exceptions')
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)

/** How many stand for a customer, expired ones too, and how many of them are emergency accounts. */
export async function countExceptions(
  db: Connection,
  partnerId: string,
  customerId: string,
): Promise<{ all: number; emergency: number }> {
  return await standing(db, partnerId, customerId)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('kind', '=', 'emergency-account').as('emergency'),
    ])
    .executeTakeFirstOrThrow()
}

/** The one that stands for the same thing, by the case-blind name of the object. */
export async function findSameException(
  db: Connection,
  partnerId: string,
  customerId: string,
  { product, requirement, object }: NewDecision,
): Promise<string | undefined> {
  const row = await standing(db, partnerId, customerId)
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
  return await standing(db, partnerId, customerId).selectAll().where('id', '=', id).executeTakeFirst()
}

/** Those of a customer, or those that count for a product of it: emergency accounts count for each. */
export async function listExceptionRows(
  db: Connection,
  partnerId: string,
  customerId: string,
  product: string | undefined,
  page: { limit?: number; after?: Place },
): Promise<ExceptionRow[]> {
  let query = standing(db, partnerId, customerId).selectAll()
  if (product !== undefined)
    query = query.where((eb) => eb.or([eb('product', '=', product), eb('product', 'is', null)]))
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(createdAt), id)))
  }
  if (page.limit !== undefined) query = query.limit(page.limit)
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export async function updateException(
  tx: Connection,
  partnerId: string,
  id: string,
  change: Updateable<Exceptions>,
): Promise<void> {
  await tx.updateTable('exceptions').set(change).where('partner_id', '=', partnerId).where('id', '=', id).execute()
}
