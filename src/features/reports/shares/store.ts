import type { Insertable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ReportLinks } from '../../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import type { LinkRow } from './rules.ts'

const COLUMNS = [
  'id',
  'run_id',
  'edition',
  'products',
  'recipient',
  'created_at',
  'expires_at',
  'last_opened_at',
  'revoked_at',
] as const satisfies (keyof LinkRow)[]

/** The subject of a link's report: a run, or a customer by several frameworks. */
export interface LinkSubject {
  column: 'run_id' | 'customer_id'
  id: string
}

export interface LockedSubject {
  customerId: string
  /** Of a run. */
  status?: string
}

/**
 * A run or customer of the partner, against which changes of its links are serialized; undefined if it has no such one.
 */
export async function lockSubject(
  tx: Connection,
  partnerId: string,
  { column, id }: LinkSubject,
): Promise<LockedSubject | undefined> {
  return column === 'run_id'
    ? await tx
        .selectFrom('runs')
        .select(['customer_id as customerId', 'status'])
        .where('id', '=', id)
        .where('partner_id', '=', partnerId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : await tx
        .selectFrom('customers')
        .select('id as customerId')
        .where('id', '=', id)
        .where('partner_id', '=', partnerId)
        .forNoKeyUpdate()
        .executeTakeFirst()
}

export async function hasSubject(db: Connection, partnerId: string, { column, id }: LinkSubject): Promise<boolean> {
  const row = await db
    .selectFrom(column === 'run_id' ? 'runs' : 'customers')
    .select('id')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertLink(tx: Connection, row: Insertable<ReportLinks>): Promise<void> {
  await tx.insertInto('report_links').values(row).execute()
}

/** How many links work at a time, without those in mails. */
export async function countLinks(tx: Connection, { column, id }: LinkSubject, at: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('report_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .where('recipient', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return count
}

/** The links to the report of a run, or to all reports about a customer, the newest first. */
export async function listLinkRows(
  db: Connection,
  { column, id }: LinkSubject,
  page: { limit: number; after?: ListPosition },
): Promise<LinkRow[]> {
  const own = db
    .selectFrom('report_links')
    .select(COLUMNS)
    .select((eb) => [
      eb.lit(null).$castTo<string | null>().as('product'),
      eb.cast<Date | null>(eb.lit(null), 'timestamptz').as('completed_at'),
    ])
    .where(column, '=', id)
  const links = column === 'run_id' ? own : own.unionAll(runLinks(db, id))
  let query = db.selectFrom(links.as('link')).selectAll()
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(createdAt), id)))
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
  return rows.map(({ product, completed_at: completedAt, ...link }) => ({
    ...link,
    ...(product !== null && { run: { product, completedAt } }),
  }))
}

/** The links to the reports of runs of a customer. */
const runLinks = (db: Connection, customerId: string) =>
  db
    .selectFrom('runs')
    .innerJoin('report_links as link', 'link.run_id', 'runs.id')
    .select(COLUMNS.map((column) => `link.${column}` as const))
    .select(['runs.product', 'runs.completed_at'])
    .where('runs.customer_id', '=', customerId)

/** A link of this run, or of this customer or one of its runs, locked. */
export async function lockLink(
  tx: Connection,
  { column, id: subject }: LinkSubject,
  id: string,
): Promise<LinkRow | undefined> {
  return await tx
    .selectFrom('report_links')
    .select(COLUMNS)
    .where('id', '=', id)
    .where((eb) =>
      column === 'run_id'
        ? eb('run_id', '=', subject)
        : eb.or([
            eb('customer_id', '=', subject),
            eb('run_id', 'in', eb.selectFrom('runs').select('id').where('customer_id', '=', subject)),
          ]),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateRevoked(tx: Connection, id: string, at: Date): Promise<void> {
  await tx.updateTable('report_links').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** The link of a token to a run or about a customer. The token is the authorization. */
export async function findLinkByHash(
  db: Connection,
  { column, id }: LinkSubject,
  tokenHash: Buffer,
): Promise<LinkRow | undefined> {
  return await db
    .selectFrom('report_links')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .where(column, '=', id)
    .executeTakeFirst()
}

export async function updateLastOpened(db: Connection, id: string, at: Date): Promise<void> {
  await db.updateTable('report_links').set({ last_opened_at: at }).where('id', '=', id).execute()
}
