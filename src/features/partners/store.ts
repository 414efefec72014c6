import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Partners } from '../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { PartnerRow } from './status/store.ts'

/**
 * Inserts new partners, each with the first entry of its status history. Those of a distributor are billed as it says, all
 * others by the payment processor.
 */
export async function insertPartners(tx: Connection, rows: readonly Insertable<Partners>[]): Promise<void> {
  await tx
    .insertInto('partners')
    .values(
      rows.map((row) => ({
        ...row,
        processor_billing: sql<boolean>`coalesce((
          select processor_billing from distributors where id = ${row.distributor_id ?? null}), true)`,
      })),
    )
    .execute()
  await tx
    .insertInto('partner_statuses')
    .values(rows.map(({ id, created_at, status }) => ({ partner_id: id, since: created_at, status })))
    .execute()
}

/**
 * Counts new partners against a distributor's limit, as many as it leaves room for; returns how many. The lock on the
 * distributor serializes parallel calls, so the limit is exact. Without a limit all of them are counted.
 */
export async function claimPartnerQuota(
  tx: Connection,
  distributorId: string,
  wanted: number,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  const row = await tx
    .selectFrom('distributors')
    .select('partners_count as count')
    .where('id', '=', distributorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const taken = Math.max(0, Math.min(wanted, limit - (row?.count ?? 0)))
  if (taken > 0) {
    await tx
      .updateTable('distributors')
      .set((eb) => ({ partners_count: eb('partners_count', '+', taken) }))
      .where('id', '=', distributorId)
      .execute()
  }
  return taken
}

/** Locks one of the distributor's partners. */
export async function lockPartner(tx: Connection, distributorId: string, id: string): Promise<PartnerRow | undefined> {
  return await selectPartner(tx, distributorId, id)
    // Also blocks inserts of rows that refer to the partner, so that no run is created during a suspension.
    .forUpdate()
    .executeTakeFirst()
}

const selectPartner = (tx: Connection, distributorId: string, id: string) =>
  tx.selectFrom('partners').selectAll().where('distributor_id', '=', distributorId).where('id', '=', id)

const customersCount = sql<number>`coalesce((
  select customers from customer_counts where customer_counts.partner_id = partner.id), 0)`

/** One of the distributor's partners with what it used of a month. */
export async function findPartnerDetail(db: Connection, distributorId: string, id: string, month: string) {
  return await db
    .selectFrom('partners as partner')
    .selectAll('partner')
    .select([
      customersCount.as('customersCount'),
      sql<number>`coalesce((select runs from usage_months where partner_id = partner.id and month = ${month}), 0)`.as(
        'runsUsed',
      ),
    ])
    .where('partner.distributor_id', '=', distributorId)
    .where('partner.id', '=', id)
    .executeTakeFirst()
}

export async function listPartners(
  db: Connection,
  distributorId: string,
  status: PartnerRow['status'] | undefined,
  page: { limit?: number; after?: ListPosition },
) {
  let query = db
    .selectFrom('partners as partner')
    .select([
      'partner.id',
      'partner.company',
      'partner.email',
      'partner.plan',
      'partner.status',
      customersCount.as('customersCount'),
      'partner.created_at as createdAt',
    ])
    .where('partner.distributor_id', '=', distributorId)
  if (status !== undefined) query = query.where('partner.status', '=', status)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) =>
      eb(eb.refTuple('partner.created_at', 'partner.id'), '<', eb.tuple(new Date(createdAt), id)),
    )
  }
  if (page.limit !== undefined) query = query.limit(page.limit)
  return await query.orderBy('partner.created_at', 'desc').orderBy('partner.id', 'desc').execute()
}

/** Every partner of every distributor, newest first: for the operator only. */
export async function listAllPartners(db: Connection): Promise<PartnerRow[]> {
  return await db.selectFrom('partners').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** The company and address of a partner, locked until the transaction ends. */
export async function lockContact(
  tx: Connection,
  partnerId: string,
): Promise<{ company: string; email: string; distributorId: string | null } | undefined> {
  return await tx
    .selectFrom('partners')
    .select(['company', 'email', 'distributor_id as distributorId'])
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateContact(
  tx: Connection,
  partnerId: string,
  contact: { company: string; email: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('partners')
    .set({ ...contact, updated_at: at })
    .where('id', '=', partnerId)
    .execute()
}
